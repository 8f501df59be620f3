#pragma once
// Findings for people.

#include "core/check/finding.hpp"

#include <vector>

namespace nopal {

/// One line: "file:line:column: thorn::routine, what is wrong; write: what to write".
std::string text(const Finding& finding);
/// "2 errors, 1 warning"
std::string summary(const std::vector<Finding>& findings);

} // namespace nopal
