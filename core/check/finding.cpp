#include "core/check/finding.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

std::string text(const Finding& finding) {
  const std::string place = finding.where.text();
  return fmt::format("{}{}{} {}{}{}", place, place.empty() ? "" : ": ", finding.routine, finding.text,
                     finding.fix.empty() ? "" : "; fix: ", finding.fix);
}

void add_errors(const std::vector<Finding>& findings, ErrorList& errors) {
  for (const Finding& finding : findings)
    if (finding.severity == Severity::error) errors.add(text(finding));
}

std::string summary(const std::vector<Finding>& findings) {
  const auto errors = std::count_if(findings.begin(), findings.end(),
                                    [](const Finding& finding) { return finding.severity == Severity::error; });
  const auto warnings = static_cast<std::ptrdiff_t>(findings.size()) - errors;
  return fmt::format("{} error{}, {} warning{}", errors, errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
}

} // namespace nopal
