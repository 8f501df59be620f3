#include "driver/check/report_check.hpp"

#include "core/check/finding.hpp"
#include "core/check/plan_check.hpp"
#include "driver/check/native_maths.hpp"
#include "driver/plan/plan_input.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/log.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace nopal {

namespace {

constexpr const char* strict = "driver::strict";

PlanCheck plan_check(const RunDescription& run, const Context& context) {
  // If data stream through the device, they lie on the host for the Accelerator.
  const DeviceForPlan device = context.streaming.on ? DeviceForPlan{} : device_for_plan(context.device);
  return together(context.session, [&] { return check_plan(plan_input(run, device), run.description.thorns); });
}

void log_warnings(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings)
    if (finding.severity == Severity::warning) spdlog::warn("{}", text(finding));
}

void log_schedule(const Schedule& schedule) {
  std::string text = schedule.text();
  if (!text.empty()) text.pop_back(); // the log ends the line
  spdlog::info("{}", text);
}

/// Throws an Error with the findings that are errors.
void refuse_errors(const std::vector<Finding>& findings) {
  ErrorList errors;
  add_errors(findings, errors);
  if (!errors.empty()) errors.add(summary(findings));
  errors.raise_if_any();
}

} // namespace

void report_check(const RunDescription& run, const Context& context) {
  const PlanCheck plan = plan_check(run, context);
  std::vector<Finding> findings = run.findings;
  findings.insert(findings.end(), plan.findings.begin(), plan.findings.end());
  for (const std::string& note : native_maths_notes(run, context.device)) spdlog::info("note: {}", note);
  for (const std::string& note : plan.notes) spdlog::info("note: {}", note);
  log_warnings(findings);
  if (run.line.schedule) log_schedule(run.description.schedule); // a wrong one above all is worth reading
  refuse_errors(findings);
  refuse_warnings(context.session, run.description.parameters);
  spdlog::info("{}: {}", run.line.parfile, findings.empty() ? "nothing wrong found" : summary(findings));
}

void report_warnings(const RunDescription& run, const Context& context) {
  log_warnings(run.findings);
  const Parameters& parameters = run.description.parameters;
  if (!parameters.boolean(strict)) return;
  const PlanCheck plan = plan_check(run, context);
  log_warnings(plan.findings);
  refuse_errors(plan.findings);
  refuse_warnings(context.session, parameters);
}

void refuse_warnings(const Session& session, const Parameters& parameters) {
  if (!parameters.boolean(strict)) return;
  on_first_rank(session, [&] {
    const int n = logged_warnings();
    if (n > 0)
      throw Error(parameters.where(strict),
                  fmt::format("driver.strict is true, which makes an error of {} above: mend what {}, or set "
                              "driver.strict: false",
                              n == 1 ? "the warning" : fmt::format("each of the {} warnings", n),
                              n == 1 ? "it names" : "they name"));
  });
}

} // namespace nopal
