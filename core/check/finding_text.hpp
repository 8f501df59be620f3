#pragma once
// Findings as text.

#include "core/base/error.hpp"
#include "core/check/finding.hpp"

#include <vector>

namespace nopal {

/// Returns one line: "file:line:column: thorn::routine, what is wrong; write: what to write".
std::string text(const Finding& finding);
/// Adds the findings that are errors to `errors`.
void add_errors(const std::vector<Finding>& findings, ErrorList& errors);
/// Returns "2 errors, 1 warning".
std::string summary(const std::vector<Finding>& findings);

} // namespace nopal
