#include "driver/plan/print_plan.hpp"

#include "driver/plan/plan_report.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/grid.hpp"

#include <cstdio>

namespace nopal {

void print_plan(const Session& session, const Planning& planning, const RunOptions& options) {
  const Description& description = planning.description;
  PlanReport report;
  report.parfile = options.parfile;
  report.grid = grid_summary(planning.decomposition);
  report.device = device_for_plan(session, planning.path, description.parameters, planning.threads);
  report.description = &description;
  report.iterations = planning.iterations;
  const std::string text = together(session, [&]() -> std::string {
    if (session.rank() != 0) return {};
    const PlanInput input = plan_input(description, planning.decomposition, report.device, planning.iterations);
    const VariableUse use = variable_use(description.variables, description.schedule);
    for (int rank = 0; rank < planning.decomposition.size(); ++rank) {
      report.plans.push_back(make_plan(input, rank));
      report.memory.push_back(
          estimate_memory(description.variables, use, report.device.is_gpu, planning.decomposition, rank));
    }
    return options.json ? report_json(report) : report_text(report);
  });
  std::fputs(text.c_str(), stdout);
}

} // namespace nopal
