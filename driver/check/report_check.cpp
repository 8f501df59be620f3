#include "driver/check/report_check.hpp"

#include "core/check/finding.hpp"
#include "core/check/plan_check.hpp"
#include "driver/plan/plan_input.hpp"
#include "driver/session/failure.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

void report_check(const RunDescription& run, const Context& context) {
  const PlanCheck plan = together(context.session, [&] {
    return check_plan(plan_input(run, device_for_plan(context.device)), run.description.thorns);
  });
  std::vector<Finding> findings = run.findings;
  findings.insert(findings.end(), plan.findings.begin(), plan.findings.end());
  std::string schedule = run.description.schedule.text();
  if (!schedule.empty()) schedule.pop_back();
  spdlog::info("{}", schedule);
  for (const std::string& note : plan.notes) spdlog::info("note: {}", note);
  for (const Finding& finding : findings)
    if (finding.severity == Severity::warning) spdlog::warn("{}", text(finding));
  ErrorList errors;
  add_errors(findings, errors);
  if (!errors.empty()) errors.add(summary(findings));
  errors.raise_if_any();
  spdlog::info("{}: {}", run.line.parfile, findings.empty() ? "nothing wrong found" : summary(findings));
}

} // namespace nopal
