#include "driver/plan/plan_report.hpp"

#include "driver/session/failure.hpp"

#include <cstdio>

namespace nopal {

void print_plan(const Session& session, const RunDescription& run, const Threads& threads) {
  const Description& description = run.description;
  PlanReport report{run, device_for_plan(session, run, threads), {}, {}};
  const std::string text = together(session, [&]() -> std::string {
    if (session.rank() != 0) return {};
    const PlanInput input = plan_input(run, report.device);
    const VariableUse use = variable_use(description, report.device.exists);
    for (int rank = 0; rank < run.decomposition->size(); ++rank) {
      report.plans.push_back(make_plan(input, rank));
      report.memory.push_back(
          estimate_memory(description.variables, use, report.device.is_gpu, *run.decomposition, rank));
    }
    return run.line.json ? report_json(report) : report_text(report);
  });
  std::fputs(text.c_str(), stdout);
}

} // namespace nopal
