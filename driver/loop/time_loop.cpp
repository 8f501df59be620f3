#include "driver/loop/time_loop.hpp"

#include "core/schedule/run_bins.hpp"
#include "core/trace/timeline.hpp"
#include "driver/loop/transfer_report.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

namespace {

double seconds(const std::chrono::steady_clock::time_point& since) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

} // namespace

void TimeLoop::initialise() {
  accelerator.hold_on_host(initial_on_host);
  for (const char* bin : start_bins) executor.run_bin(bin);
  accelerator.hold_on_host(false);
}

void TimeLoop::iterate(std::int64_t iteration, Result& result) {
  executor.set_iteration(iteration);
  accelerator.cycle();
  for (const char* bin : evolution_bins) executor.run_bin(bin);
  const auto output = std::chrono::steady_clock::now();
  for (const char* bin : output_bins) executor.run_bin(bin);
  result.output_seconds += seconds(output);
}

// Ranks need to talk about the end only where something can have happened on one of them alone.
bool TimeLoop::ends_after(std::int64_t iteration) {
  const bool functions_called = executor.take_functions_called();
  if (iteration == limits.iterations) return true;
  if (!functions_called && !limits.has_walltime()) return false;
  const TimelineScope scope(timeline, SpanKind::wait, "whether the run ends");
  const bool out_of_time = session.seconds() >= limits.walltime;
  int asked[2] = {services.termination_requested() ? 1 : 0, out_of_time ? 1 : 0};
  MPI_Allreduce(MPI_IN_PLACE, asked, 2, MPI_INT, MPI_MAX, session.communicator());
  if (asked[1] != 0) spdlog::info("the run ends after iteration {}: driver.walltime is reached", iteration);
  return asked[0] != 0 || asked[1] != 0;
}

TimeLoop::Result TimeLoop::run() {
  Result result;
  auto start = std::chrono::steady_clock::now();
  executor.set_iteration(0);
  initialise();
  const Counters before = accelerator.counters();
  for (const char* bin : first_bins) executor.run_bin(bin);
  accelerator.finish();
  if (comparison != nullptr) comparison->start_done();
  result.initial_seconds = seconds(start);

  start = std::chrono::steady_clock::now();
  const Domain& domain = services.decomposition().domain();
  Progress reporter(progress, limits, domain.points().points());
  std::int64_t iteration = 0;
  while (!ends_after(iteration)) {
    iterate(++iteration, result);
    if (comparison != nullptr) comparison->iteration_done(iteration);
    reporter.report(iteration, domain.time(iteration), session.seconds());
  }
  accelerator.finish();
  MPI_Barrier(session.communicator());
  reporter.finish();
  result.iterations = iteration;
  result.evolution_seconds = seconds(start);
  result.evolution = accelerator.counters() - before;

  start = std::chrono::steady_clock::now();
  if (timeline != nullptr) timeline->close_all();
  for (const char* bin : end_bins) executor.run_bin(bin);
  accelerator.finish();
  if (comparison != nullptr) {
    if (iteration == limits.iterations) comparison->run_done();
    spdlog::info("{}", comparison->account());
  }
  result.end_seconds = seconds(start);
  result.total = accelerator.counters();
  return result;
}

} // namespace nopal
