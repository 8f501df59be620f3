#include "driver/simulation/simulation.hpp"

#include "core/trace/traced_device.hpp"
#include "driver/loop/run_report.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/settings.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

namespace {

std::unique_ptr<Storage> allocate(const RunDescription& run, const Session& session, const Spaces& spaces,
                                  double& seconds) {
  const double before = session.seconds();
  const Description& description = run.description;
  const SlotPages pages = description.parameters.boolean("accelerator::guard") ? SlotPages::own : SlotPages::shared;
  auto storage = together(session, [&] {
    return std::make_unique<Storage>(description.variables, spaces, temporaries(description.schedule), pages);
  });
  seconds = session.seconds() - before;
  return storage;
}

// The device with the kernels of this run; null if the run uses none.
std::unique_ptr<Device> ready_device(const RunDescription& run, const Context& context, Notices& notices,
                                     Timeline* timeline) {
  const Description& description = run.description;
  auto device = together(context.session, [&] {
    return open_device(context.device, description.parameters, context.threads, notices.listener(),
                       timeline != nullptr);
  });
  if (device && timeline != nullptr)
    device = std::make_unique<TracedDevice>(std::move(device), *timeline, description.variables);
  if (device)
    together(context.session, [&] {
      run.kernels->load(*device, description.schedule.routines());
      if (reduces(description.schedule)) device->prepare_reductions();
    });
  notices.tell(context.session);
  return device;
}

} // namespace

Simulation::Simulation(RunDescription& run, const Context& context, RunFiles& files)
    : run_(run), context_(context), files_(files), variables_(run.description.variables),
      parameters_(run.description.parameters), patience_(parameters_.real("driver::watchdog")),
      last_words_([&files](const std::string& text) { files.provenance->failed_alone(text); }),
      spaces_(variables_, *run.decomposition, context.session.rank()),
      storage_(allocate(run, context.session, spaces_, storage_seconds_)),
      device_(ready_device(run, context, notices_, files.timeline())),
      accelerator_(accelerator_context(), accelerator_settings(parameters_)), exchange_(context.session.communicator()),
      reductions_(context.session.communicator(), variables_, spaces_, *storage_),
      hooks_(variables_, accelerator_, exchange_), control_(context.session, files.folder->path()),
      steering_(run.description, *run.kernels, *run.domain, accelerator_.tracker().validity()),
      requests_(run.description.schedule), services_(service_parts()),
      executor_(call_environment(), *storage_, accelerator_, exchange_),
      loop_{.session = context.session,
            .schedule = run.description.schedule,
            .executor = executor_,
            .accelerator = accelerator_,
            .services = services_,
            .control = control_,
            .steering = steering_,
            .requests = requests_,
            .events = events(),
            .limits = run.limits,
            .progress = progress_settings(context.session, parameters_),
            .initial_on_host = parameters_.boolean("accelerator::initial_on_host"),
            .comparison = planned_ ? &planned_->comparison : nullptr,
            .timeline = files.timeline()} {
  if (files.trace) files.trace->observer().watch(accelerator_.tracker());
  exchange_.trace(files.timeline());
  reductions_.trace(files.timeline());
  reductions_.use(&accelerator_);
  if (patience_ <= 0) return;
  activity_.watch(&accelerator_);
  exchange_.observe(&activity_);
  watchdog_.emplace(context.session, activity_, variables_, patience_, last_words_);
}

std::vector<AcceleratorObserver*> Simulation::observers() {
  if (run_.options.compare_plan)
    planned_.emplace(plan_input(run_, {device_ != nullptr, device_ != nullptr && device_->moves(), "", false}),
                     context_.session.rank());
  std::vector<AcceleratorObserver*> all;
  if (files_.trace) all.push_back(&files_.trace->observer());
  if (planned_) all.push_back(&planned_->comparison);
  if (patience_ > 0) all.push_back(&activity_);
  return all;
}

AcceleratorContext Simulation::accelerator_context() {
  return {.variables = &variables_,
          .routines = &run_.description.schedule.routines(),
          .spaces = &spaces_,
          .memory = storage_.get(),
          .device = device_.get(),
          .log = [](const std::string& line) { spdlog::info("{}", line); },
          .observers = observers()};
}

RunServices::Parts Simulation::service_parts() {
  if (parameters_.boolean("accelerator::guard"))
    guard_.emplace(Guard::Parts{&context_.session, &variables_, &*run_.decomposition, storage_.get(), &accelerator_,
                                context_.host.get(), last_words_});
  return {.session = &context_.session,
          .variables = &variables_,
          .parameters = &parameters_,
          .decomposition = &*run_.decomposition,
          .reductions = guard_ ? &guard_->around(reductions_) : &reductions_,
          .data = guard_ ? &guard_->around(hooks_) : &hooks_,
          .requests = &requests_,
          .output_folder = files_.folder->path(),
          .parfile = run_.description.parfile};
}

CallEnvironment Simulation::call_environment() {
  return {.services = &services_,
          .memory = storage_.get(),
          .device = device_.get(),
          .kernels = run_.kernels.get(),
          .libraries = run_.libraries.get(),
          .description = &run_.description,
          .stored = run_.decomposition->stored(context_.session.rank()),
          .host = context_.host.get(),
          .version = parameters_.boolean("driver::check_bounds") ? HostVersion::checked : HostVersion::plain,
          .guard = guard_ ? &*guard_ : nullptr,
          .timeline = files_.timeline()};
}

LoopEvents Simulation::events() {
  return {.started = [this] { files_.started(services_, control_); },
          .passed = [this](std::int64_t iteration) { files_.provenance->passed(iteration); },
          .changed =
              [this](std::int64_t iteration, const ParameterChange& change) {
                files_.provenance->record_change(iteration, change.parameter, change.before.text(),
                                                 change.after.text());
              }};
}

TimeLoop::Result Simulation::run() {
  const Session& session = context_.session;
  const double setup_seconds = session.seconds() - storage_seconds_;
  const TimeLoop::Result result = loop_.run();
  watchdog_.reset(); // what follows makes no steps
  report_end(session, result,
             {.points = run_.domain->points().points(),
              .setup_seconds = setup_seconds,
              .storage_seconds = storage_seconds_,
              .device = device_ != nullptr,
              .every_rank = parameters_.boolean("driver::report_transfers")});
  return result;
}

} // namespace nopal
