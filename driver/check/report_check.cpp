#include "driver/check/report_check.hpp"

#include "core/check/finding_text.hpp"
#include "core/check/plan_check.hpp"
#include "driver/session/failure.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

void report_check(const Session& session, const Checking& checking) {
  const PlanCheck plan = together(session, [&] { return check_plan(checking.plan, checking.description.thorns); });
  std::vector<Finding> findings = checking.reach;
  findings.insert(findings.end(), plan.findings.begin(), plan.findings.end());
  std::string schedule = checking.description.schedule.text();
  if (!schedule.empty()) schedule.pop_back();
  spdlog::info("{}", schedule);
  for (const std::string& note : plan.notes) spdlog::info("note: {}", note);
  ErrorList errors;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::warning)
      spdlog::warn("{}", text(finding));
    else
      errors.add(text(finding));
  }
  if (!errors.empty()) errors.add(summary(findings));
  errors.raise_if_any();
  spdlog::info("{}: {}", checking.parfile, findings.empty() ? "nothing wrong found" : summary(findings));
}

} // namespace nopal
