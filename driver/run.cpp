#include "driver/run.hpp"

#include "core/accelerator/accelerator.hpp"
#include "core/check/finding_text.hpp"
#include "core/check/reach_check.hpp"
#include "core/trace/traced_device.hpp"
#include "driver/check/report_check.hpp"
#include "driver/control/control.hpp"
#include "driver/control/steering.hpp"
#include "driver/exchange/ghost_exchange.hpp"
#include "driver/guard/guard.hpp"
#include "driver/loop/run_report.hpp"
#include "driver/loop/time_loop.hpp"
#include "driver/output_folder/output_folder.hpp"
#include "driver/plan/planned_run.hpp"
#include "driver/plan/print_plan.hpp"
#include "driver/provenance/provenance.hpp"
#include "driver/reductions/mpi_reductions.hpp"
#include "driver/services/call_requests.hpp"
#include "driver/services/data_hooks.hpp"
#include "driver/services/run_services.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/log.hpp"
#include "driver/session/notices.hpp"
#include "driver/setup/block_limits.hpp"
#include "driver/setup/description.hpp"
#include "driver/setup/device_choice.hpp"
#include "driver/setup/grid.hpp"
#include "driver/setup/host_choice.hpp"
#include "driver/setup/libraries.hpp"
#include "driver/setup/memory.hpp"
#include "driver/setup/settings.hpp"
#include "driver/setup/threads.hpp"
#include "driver/storage/storage.hpp"
#include "driver/trace/run_trace.hpp"
#include "driver/watchdog/watchdog.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace nopal {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

void run(const Session& session, const RunOptions& options) {
  const SearchPath path = SearchPath::standard();
  std::optional<Parfile> read;
  std::string title;
  Description description;
  const Parameters& parameters = description.parameters;
  std::optional<Domain> domain;
  std::optional<Decomposition> decomposition;
  Limits limits;
  std::unique_ptr<Libraries> libraries;
  std::unique_ptr<Kernels> kernels;
  std::vector<Finding> findings;

  together(session, [&] {
    ErrorList errors;
    // 1. The parfile.
    const Parfile& parfile = read.emplace(Parfile(options.parfile, options.overrides));
    title = parfile.description().empty() ? options.parfile : options.parfile + ", " + parfile.description();
    if (options.recover && !contains(parfile.thorns(), "checkpoint"))
      throw Error("--recover: the thorn that brings checkpoints is not active: add checkpoint to \"thorns:\" of " +
                  options.parfile);
    // 2. The declarations of its thorns.
    description.read_thorns(parfile, path, errors);
    // 3. The parameters.
    description.set_parameters(parfile, path, errors);
    if (description.complete()) {
      apply_existing_output(description.parameters);
      // 4. The variables.
      description.build_variables(errors);
      // 5. The schedule.
      description.build_schedule(path, errors);
      // 6. The grid, and how it is shared out.
      domain = read_domain(parameters, errors);
      if (domain) limits = read_limits(parameters, *domain, errors);
      if (domain) description.schedule.set_time_step(domain->dt());
      const int ranks = options.ranks > 0 ? options.ranks : session.size();
      if (domain) decomposition = read_decomposition(parameters, *domain, ranks, errors);
    }
    errors.raise_if_any();
    // 7. The libraries, and the kernels bound to this run. Nothing is read from the parfile from here on.
    libraries = std::make_unique<Libraries>(description, path, errors);
    errors.raise_if_any();
    const int rank = options.goal == Goal::plan ? 0 : session.rank();
    kernels = std::make_unique<Kernels>(*libraries, description, *decomposition, rank, errors);
    errors.raise_if_any();
    const std::set<int> callable = description.schedule.callable();
    findings =
        check_reach(description.variables, description.schedule.routines(), *decomposition,
                    [&](const Routine& routine) -> const BoundKernel* {
                      return routine.is_kernel && callable.contains(routine.id) ? &kernels->of(routine) : nullptr;
                    });
    add_errors(findings, errors);
    errors.raise_if_any();
  });
  spdlog::info("nopal " NOPAL_VERSION ": {}", title);
  spdlog::info("{}", grid_summary(*decomposition));

  // 8. Threads, what runs kernels on them, and the device.
  const Threads threads = choose_threads(session);
  if (options.goal == Goal::plan) {
    print_plan(session, {path, description, *decomposition, limits.iterations, threads}, options);
    return;
  }
  const DeviceChoice choice = choose_device(session, path, parameters, threads);
  const std::unique_ptr<HostBackend> host = choose_host(session, path, parameters, threads);
  report_machine(session, threads, *host, choice);
  check_blocks(session, path, description, *kernels, choice, *host, threads);

  // 9. The memory that all this will take.
  const MemoryEstimate memory =
      estimate_memory(description.variables, variable_use(description.variables, description.schedule),
                      choice.description.is_gpu, *decomposition, session.rank());
  spdlog::info("{}", memory_summary(memory, choice.plugin != nullptr));
  check_memory(session, memory, choice);
  if (options.goal == Goal::check) {
    const DeviceForPlan device{choice.plugin != nullptr, false, choice.account, choice.description.is_gpu};
    report_check(session, {options.parfile, description,
                           plan_input(description, *decomposition, device, limits.iterations), findings});
    return;
  }

  std::optional<OutputFolder> folder; // held to the end
  std::optional<Provenance> provenance;
  std::optional<RunTrace> trace; // the last two are told what ends a run that fails
  try {
    // 10. The output folder, the record of the run in it, and the file of the trace.
    folder.emplace(session, parameters, options.parfile);
    provenance.emplace(session, *folder,
                       Provenance::Facts{.options = &options,
                                         .parfile = &*read,
                                         .description = &description,
                                         .path = &path,
                                         .decomposition = &*decomposition,
                                         .threads = &threads,
                                         .host = host.get(),
                                         .device = &choice});
    if (!options.trace.empty())
      trace.emplace(session, options.trace,
                    TraceDescription{"nopal " NOPAL_VERSION, options.parfile,
                                     choice.plugin != nullptr ? choice.plugin_name : "none", session.size()},
                    description.variables);
    Timeline* const timeline = trace ? &trace->timeline() : nullptr;

    // 11. Storage, the device with its kernels, and the Accelerator between them.
    const double before_storage = session.seconds();
    const bool guarded = parameters.boolean("accelerator::guard");
    const auto allocated = together(session, [&] {
      return std::make_unique<Storage>(description.variables, *decomposition, session.rank(),
                                       temporaries(description.schedule), guarded ? SlotPages::own : SlotPages::shared);
    });
    Storage& storage = *allocated;
    const double storage_seconds = session.seconds() - before_storage;
    Notices notices;
    auto device = together(
        session, [&] { return open_device(choice, parameters, threads, notices.listener(), trace.has_value()); });
    if (device && trace) device = std::make_unique<TracedDevice>(std::move(device), *timeline, description.variables);
    if (device)
      together(session, [&] {
        kernels->load(*device, description.schedule.routines());
        if (reduces(description.schedule)) device->prepare_reductions();
      });
    notices.tell(session);
    std::vector<AcceleratorObserver*> observers;
    std::optional<PlannedRun> planned;
    if (options.compare_plan)
      planned.emplace(plan_input(description, *decomposition,
                                 {device != nullptr, device != nullptr && device->moves(), ""}, limits.iterations),
                      session.rank());
    if (trace) observers.push_back(&trace->observer());
    if (planned) observers.push_back(&planned->comparison);
    const double patience = parameters.real("driver::watchdog");
    Activity activity;
    if (patience > 0) observers.push_back(&activity);
    Accelerator accelerator({.variables = &description.variables,
                             .routines = &description.schedule.routines(),
                             .decomposition = &*decomposition,
                             .rank = session.rank(),
                             .memory = &storage,
                             .device = device.get(),
                             .log = [](const std::string& line) { spdlog::info("{}", line); },
                             .observers = observers},
                            accelerator_settings(parameters));
    if (trace) trace->observer().watch(accelerator.tracker());
    GhostExchange exchange(session.communicator());
    MpiReductions reductions(session.communicator(), description.variables, *decomposition, session.rank(), storage);
    exchange.trace(timeline);
    reductions.trace(timeline);
    reductions.use(&accelerator);
    RunDataHooks hooks(description.variables, accelerator, exchange);
    const LastWords last_words = [&](const std::string& text) { provenance->failed_alone(text); };
    std::optional<Guard> guard;
    if (guarded)
      guard.emplace(Guard::Parts{&session, &description.variables, &*decomposition, &storage, &accelerator, host.get(),
                                 last_words});

    std::optional<Watchdog> watchdog;
    if (patience > 0) {
      activity.watch(&accelerator);
      exchange.observe(&activity);
      watchdog.emplace(session, activity, description.variables, patience, last_words);
    }

    // 12. Startup, the time loop, shutdown.
    Control control(session, folder->path());
    Steering steering(description, *kernels, *domain, accelerator.tracker().validity());
    CallRequests requests(description.schedule);
    RunServices services({.session = &session,
                          .variables = &description.variables,
                          .parameters = &parameters,
                          .decomposition = &*decomposition,
                          .reductions = guard ? &guard->around(reductions) : &reductions,
                          .data = guard ? &guard->around(hooks) : &hooks,
                          .requests = &requests,
                          .output_folder = folder->path(),
                          .parfile = description.parfile});
    Executor executor(
        {.services = &services,
         .memory = &storage,
         .device = device.get(),
         .kernels = kernels.get(),
         .libraries = libraries.get(),
         .description = &description,
         .stored = decomposition->stored(session.rank()),
         .host = host.get(),
         .version = parameters.boolean("driver::check_bounds") ? HostVersion::checked : HostVersion::plain,
         .guard = guard ? &*guard : nullptr,
         .timeline = timeline},
        storage, accelerator, exchange);
    const auto started = [&] {
      if (services.recovered()) return provenance->recovered(*services.recovered());
      if (!folder->has_earlier_output()) return;
      folder->take_another();
      provenance->move(*folder);
      services.move_output(folder->path());
      control.watch(folder->path());
    };
    TimeLoop loop{.session = session,
                  .schedule = description.schedule,
                  .executor = executor,
                  .accelerator = accelerator,
                  .services = services,
                  .control = control,
                  .steering = steering,
                  .requests = requests,
                  .events = {.started = started,
                             .passed = [&](std::int64_t iteration) { provenance->passed(iteration); },
                             .changed =
                                 [&](std::int64_t iteration, const ParameterChange& change) {
                                   provenance->record_change(iteration, change.parameter, change.before.text(),
                                                             change.after.text());
                                 }},
                  .limits = limits,
                  .progress = progress_settings(session, parameters),
                  .initial_on_host = parameters.boolean("accelerator::initial_on_host"),
                  .comparison = planned ? &planned->comparison : nullptr,
                  .timeline = timeline};
    const double setup_seconds = session.seconds() - storage_seconds;
    const TimeLoop::Result result = loop.run();
    watchdog.reset(); // what follows makes no steps
    report_end(session, result,
               {.points = domain->points().points(),
                .setup_seconds = setup_seconds,
                .storage_seconds = storage_seconds,
                .device = device != nullptr,
                .every_rank = parameters.boolean("driver::report_transfers")});

    // 13. The trace, and how the run ended.
    if (trace) {
      trace->finish();
      for (const std::string& line : trace->summary()) spdlog::info("{}", line);
      spdlog::info("trace: {}", options.trace);
    }
    provenance->end(result.last, result.ended_early);
  } catch (...) {
    const std::string failure = failure_text(std::current_exception());
    if (trace) trace->rescue();
    if (provenance) provenance->failed(failure);
    // Before anything is taken down: what ends here may wait for ranks that do not come.
    report(session, failure, [&] {
      if (provenance) provenance->failed_alone(failure);
    });
    throw Reported{};
  }
}

} // namespace nopal
