#pragma once
// The log: spdlog on standard output. Rank 0 speaks; other ranks only warn of what is theirs alone.

#include <string>

namespace nopal {

/// level: trace, debug, info, warn, error, off. Ranks other than 0 are silent below `error`.
void start_log(const std::string& level, int rank);

/// Whether standard output is a terminal that a line can be rewritten on.
bool log_is_terminal();

} // namespace nopal
