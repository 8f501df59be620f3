#pragma once
// One mistake, or possible mistake, that a check of the declarations found.

#include "core/base/error.hpp"

#include <string>
#include <vector>

namespace nopal {

enum class Severity { error, warning };

struct Finding {
  Severity severity = Severity::error;
  std::string routine; ///< the full name of the routine, item or group
  Location where;
  std::string text; ///< what is wrong: a sentence without its subject, which is `routine`
  std::string fix;  ///< what to change: "add sync: [u] to wave::evolve"; empty: no proposal
};

/// Returns one line: "file:line:column: thorn::routine does something wrong; fix: what to change".
std::string text(const Finding& finding);
/// Adds the findings that are errors to `errors`.
void add_errors(const std::vector<Finding>& findings, ErrorList& errors);
/// Returns "2 errors, 1 warning".
std::string summary(const std::vector<Finding>& findings);

} // namespace nopal
