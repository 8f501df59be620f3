#pragma once
// The log, by spdlog on standard output. Rank 0 writes it; other ranks write only errors.

#include <string>

namespace nopal {

/// `level` is trace, debug, info, warn, error or off.
void start_log(const std::string& level, int rank);

/// The number of warnings that this rank has given to the log, also if `level` hides them. Only rank 0 counts them.
int logged_warnings();

/// True if standard output is a terminal, on which a line can be rewritten.
bool log_is_terminal();

} // namespace nopal
