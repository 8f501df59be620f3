#include "driver/run.hpp"

#include "driver/check/report_check.hpp"
#include "driver/plan/plan_report.hpp"
#include "driver/services/make_mesh.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/facts.hpp"
#include "driver/setup/grid.hpp"
#include "driver/simulation/run_end.hpp"
#include "driver/simulation/simulation.hpp"
#include "driver/tune/tune_report.hpp"

#include <spdlog/spdlog.h>

#include <cstdio>

namespace nopal {

namespace {

/// Collective. Rank 0 prints the result.
void tune(RunDescription& run, const Context& context) {
  RunFiles files;
  files.open_scratch(context.session);
  const TuneReport report = Simulation(run, context, files).tune();
  if (context.session.rank() != 0) return;
  std::fputs((run.line.json ? tune_json(report) : tune_text(report)).c_str(), stdout);
}

} // namespace

void run(const Session& session, const CommandLine& line) {
  // 1. The description: everything that follows from the command line, the parfile and the declarations.
  const int size = line.ranks > 0 ? line.ranks : session.size();
  const int rank = line.command == Command::plan ? 0 : session.rank();
  const auto description = together(session, [&] { return std::make_unique<RunDescription>(line, rank, size); });
  check_same(session, facts_of(*description), "give all ranks the same parfile, the same --set and the same thorns");
  spdlog::info("nopal " NOPAL_VERSION ": {}", description->title());
  if (line.command != Command::plan && description->uses_grid())
    spdlog::info("{}", grid_summary(*description->decomposition)); // a plan prints it

  if (!description->ghosts.text.empty()) spdlog::info("{}", description->ghosts.text);

  // 2. The unstructured mesh, if thorns declare sets.
  make_mesh(session, *description);

  // 3. The threads. A plan needs no more of the machine.
  const Threads threads = choose_threads(session);
  if (line.command == Command::plan) return print_plan(session, *description, threads);

  // 4. The context: the part of the machine that the run uses. A check needs no more.
  const Context context(session, *description, threads);
  if (line.command == Command::check) return report_check(*description, context);
  report_warnings(*description, context);

  if (line.command == Command::tune) return tune(*description, context);
  RunFiles files; // outlives the simulation, since it also tells how the simulation failed
  try {
    // 5. The output folder, the record of the run, and the trace.
    files.open(*description, context);
    // 6. The simulation: storage, device, Accelerator, services, time loop.
    Simulation simulation(*description, context, files);
    // 7. All bins, from startup to shutdown.
    TimeLoop::Result result = simulation.run();
    // 8. The trace is written, the record says how the run ended, and so does the log.
    files.write_trace(line.trace);
    simulation.join_findings(result);
    files.finish(result);
    report_run_end(*description, session, files, result);
  } catch (...) {
    const std::string failure = failure_text(std::current_exception());
    files.fail(failure);
    // `files` still exists here. So this rank can record the failure if it ends the job because others do not answer.
    report(session, failure, [&] {
      if (files.provenance) files.provenance->failed_alone(failure);
    });
    throw Reported{};
  }
}

} // namespace nopal
