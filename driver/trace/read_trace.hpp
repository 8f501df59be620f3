#pragma once
// Reads a file that --trace wrote.

#include "core/trace/history.hpp"

#include <string>

namespace nopal {

/// What the trace tells of one variable ("thorn::name"). Throws Error where the file cannot be read, is no trace of
/// nopal, or has no such variable.
VariableHistory read_history(const std::string& file, const std::string& variable);

} // namespace nopal
