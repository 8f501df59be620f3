#include "driver/plan/gathered_meshes.hpp"
#include "driver/plan/plan_report.hpp"

#include "driver/session/failure.hpp"
#include "driver/setup/host_choice.hpp"
#include "driver/setup/loop_ways.hpp"

#include <cstdio>

namespace nopal {

namespace {

/// Estimates the memory of each rank, and finds out whether the data stream through the device.
void plan_memory(PlanReport& report) {
  const Description& description = report.run.description;
  const auto estimate = [&](bool device) {
    const bool gpu = report.device.description.is_gpu;
    VariableUse use = variable_use(description, device);
    report.memory.clear();
    for (int rank = 0; rank < report.run.decomposition->size(); ++rank) {
      if (device && !report.meshes.empty()) use.loop_bytes = report.loop_bytes[static_cast<std::size_t>(rank)];
      report.memory.push_back(
          estimate_memory(description.variables, use, gpu, *report.run.decomposition, rank, {}, &report.mesh(rank)));
    }
  };
  estimate(report.device.exists);
  if (!report.device.exists) return;
  bool streams = false;
  for (const MemoryEstimate& memory : report.memory) {
    report.streaming.push_back(
        wish_streaming(description.parameters, memory, report.device.description, report.device.sharers));
    streams |= report.streaming.back().on;
  }
  for (Streaming& streaming : report.streaming) streaming.on = streams; // all ranks do the same
  if (!streams) return;
  check_streamed(report.run, report.memory.front(), report.streaming.front());
  estimate(false);
  for (std::size_t rank = 0; rank < report.memory.size(); ++rank)
    report.memory[rank].device = report.streaming[rank].budget;
}

/// Collective. Rank 0 gets what it must know of the meshes of all ranks.
void gather_sets(const Session& session, PlanReport& report) {
  if (report.run.mesh.topology.empty()) return;
  together(session, [&] {
    const Description& description = report.run.description;
    if (report.device.exists)
      report.run.kernels->prepare_loops(description, report.run.mesh,
                                        loop_ways(description.parameters, report.device.description));
  });
  const std::size_t mine = report.run.kernels->loop_bytes(report.device.description.is_gpu);
  report.meshes = gather_meshes(session.communicator(), report.run.mesh);
  report.loop_bytes.resize(static_cast<std::size_t>(session.size()));
  MPI_Gather(&mine, 1, MPI_UINT64_T, report.loop_bytes.data(), 1, MPI_UINT64_T, 0, session.communicator());
}

} // namespace

void print_plan(const Session& session, const RunDescription& run, const Threads& threads) {
  if (run.line.loops > 0 && session.size() > 1)
    throw Error("--loops plans the loops of one process: start nopal plan without mpirun");
  PlanReport report{run, device_for_plan(session, run, threads)};
  gather_sets(session, report);
  const int host_threads =
      run.line.order ? choose_host(session, run.path, run.description.parameters, threads)->members() : 1;
  const std::string text = together(session, [&]() -> std::string {
    if (session.rank() != 0) return {};
    plan_memory(report);
    PlanInput input = plan_input(run, report.device, report.streams());
    for (int rank = 0; rank < run.decomposition->size(); ++rank) {
      input.mesh = &report.mesh(rank);
      report.plans.push_back(make_plan(input, rank));
      if (report.streams())
        report.passes.push_back(
            plan_passes(run, rank, report.streaming[static_cast<std::size_t>(rank)].limits(report.device.description)));
    }
    if (report.streams())
      report.epochs.why_none = "the data stream through the device";
    else
      report.epochs = plan_epochs(run, report.device.exists);
    if (run.line.order) report.order = plan_order(run, report.epochs, host_threads);
    if (run.line.loops > 0) {
      report.loops = plan_loops(run, run.line.loops);
      report.places = mesh_places(run.mesh);
    }
    return run.line.json ? report_json(report) : report_text(report);
  });
  std::fputs(text.c_str(), stdout);
}

} // namespace nopal
