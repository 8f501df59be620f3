#pragma once
// Reads a file that `nopal run --trace` wrote.

#include "core/trace/history.hpp"

#include <string>

namespace nopal {

/// Returns the history of one variable ("thorn::name"). Throws Error if the file cannot be read, is not a trace of
/// nopal, or does not hold the variable.
VariableHistory read_history(const std::string& file, const std::string& variable);

} // namespace nopal
