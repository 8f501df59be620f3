#include "driver/simulation/run_files.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

void RunFiles::open(const RunDescription& run, const Context& context) {
  const CommandLine& line = run.line;
  folder.emplace(context.session, run.description.parameters, line.parfile);
  provenance.emplace(*folder, run, context);
  if (line.trace.empty()) return;
  const std::string device = context.device.plugin != nullptr ? context.device.plugin_name : "none";
  trace.emplace(context.session, line.trace,
                TraceDescription{"nopal " NOPAL_VERSION, line.parfile, device, context.session.size()},
                run.description.variables);
}

void RunFiles::open_scratch(const Session& session) { scratch.emplace(session); }

void RunFiles::started(RunServices& services, Control& control) {
  if (scratch) return;
  if (services.recovered()) return provenance->recovered(*services.recovered());
  if (!folder->has_earlier_output()) return;
  folder->take_another();
  provenance->move(*folder);
  services.move_output(folder->whole_path());
  control.watch(folder->whole_path());
}

void RunFiles::write_trace(const std::string& file) {
  if (!trace) return;
  trace->finish();
  for (const std::string& line : trace->summary()) spdlog::info("{}", line);
  spdlog::info("trace: {}", file);
}

void RunFiles::finish(const TimeLoop::Result& result) { provenance->ended(result.last, result.ended_early); }

void RunFiles::failed_alone(const std::string& failure) const noexcept {
  if (provenance) provenance->failed_alone(failure);
}

void RunFiles::fail(const std::string& failure) noexcept {
  if (trace) trace->rescue();
  if (provenance) provenance->failed(failure);
}

} // namespace nopal
