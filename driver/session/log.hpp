#pragma once
// The log, by spdlog on standard output. Only rank 0 writes to it.

#include <string>

namespace nopal {

/// `level` is trace, debug, info, warn, error or off. Ranks other than 0 write errors only.
void start_log(const std::string& level, int rank);

/// True if standard output is a terminal, on which a line can be rewritten.
bool log_is_terminal();

} // namespace nopal
