#pragma once
// The parameters copy_back_vars and copy_back_every: which variables copyback brings to the host, and when.

#include "core/variables/variables.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// Returns the variables that copy_back_vars names. "output" gives none, because output routines declare what they
/// read. Throws Error that lists all unknown names.
std::vector<int> copy_back_variables(const Variables& variables, const std::string& copy_back_vars);

/// Whether copyback is due at the iteration: at 0, every, 2 every, …; never if `every` is 0.
inline bool copy_back_due(std::int64_t every, std::int64_t iteration) { return every > 0 && iteration % every == 0; }

} // namespace nopal
