#include "driver/plan/plan_report.hpp"
#include "driver/setup/grid.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

std::string unknown_text(const Plan& plan) {
  std::string text;
  for (const std::string& condition : plan.unknown)
    text += "not in this plan, because only the run knows whether this holds: " + condition + "\n";
  for (const std::string& data : plan.assumed) text += "assumed to be valid: " + data + "\n";
  return text;
}

// Returns the averages of one iteration, over a period or over the planned iterations.
std::string rate_text(const Plan& plan) {
  const auto first = plan.period > 0 ? plan.repeats_after : 0;
  const auto n = static_cast<std::int64_t>(plan.walked.size()) - first;
  if (n <= 0) return "";
  Counters sum;
  for (std::size_t step = static_cast<std::size_t>(first); step < plan.walked.size(); ++step)
    add(sum, transfers_of(plan.patterns[static_cast<std::size_t>(plan.walked[step])]));
  const auto mean = [n](std::int64_t count) { return static_cast<double>(count) / static_cast<double>(n); };
  return fmt::format("average per iteration, over {}: host->device {:.4g} transfers, {:.6g} bytes; device->host "
                     "{:.4g} transfers, {:.6g} bytes\n",
                     plan.period > 0 ? fmt::format("a period of {}", n) : fmt::format("{} iterations", n),
                     mean(sum.to_device.transfers), mean(sum.to_device.payload_bytes), mean(sum.to_host.transfers),
                     mean(sum.to_host.payload_bytes));
}

} // namespace

std::string report_text(const PlanReport& report) {
  const Variables& variables = report.run.description.variables;
  const std::vector<Routine>& routines = report.run.description.schedule.routines();
  std::string text = fmt::format("plan of {} on {} rank{}\n{}{}\n{}\n", report.run.line.parfile, report.plans.size(),
                                 report.plans.size() == 1 ? "" : "s",
                                 report.run.uses_grid() ? grid_summary(*report.run.decomposition) + "\n" : "",
                                 report.device.account, memory_summary(report.memory.front(), report.device.exists));
  text += unknown_text(report.plans.front());
  if (!report.streaming.empty()) text += report.streaming.front().decision(report.run.description.parameters) + "\n";
  if (!report.streams()) text += epochs_text(report.epochs);
  if (!report.streams()) text += "\nrank 0:\n" + plan_text(variables, routines, report.plans.front());
  for (const Plan& plan : report.plans) {
    const std::int64_t iterations = report.iterations(plan);
    text += fmt::format("\nrank {}: totals of iterations 0 to {}\n", plan.rank, iterations);
    if (report.streams())
      text += passes_text(report.passes[static_cast<std::size_t>(plan.rank)]);
    else
      text += totals_text(totals_of(variables, routines, plan, iterations)) + rate_text(plan);
    const MemoryEstimate& memory = report.memory[static_cast<std::size_t>(plan.rank)];
    text += fmt::format("memory: {} on the host", bytes_text(memory.host));
    text += report.device.exists ? fmt::format(", {} on the device\n", bytes_text(memory.device)) : "\n";
  }
  if (report.run.line.loops > 0) text += "\n" + loops_text(report.loops, report.run.line.loops);
  return text;
}

} // namespace nopal
