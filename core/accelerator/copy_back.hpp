#pragma once
// The parameters copy_back_*: what copyback brings to the host, and when.

#include "core/variables/variables.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// The variables that copy_back_vars names: none for "output" (output routines declare what they read) and "none".
/// Throws Error with all names that no variable or group has.
std::vector<int> copy_back_variables(const Variables& variables, const std::string& copy_back_vars);

/// Whether copyback is due at the iteration: 0, every, 2 every, …; 0 is never.
inline bool copy_back_due(std::int64_t every, std::int64_t iteration) { return every > 0 && iteration % every == 0; }

} // namespace nopal
