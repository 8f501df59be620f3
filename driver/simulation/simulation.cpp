#include "driver/simulation/simulation.hpp"

#include "core/trace/traced_device.hpp"
#include "driver/check/report_check.hpp"
#include "driver/loop/run_report.hpp"
#include "driver/plan/pass_comparison.hpp"
#include "driver/plan/plan_input.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/settings.hpp"
#include "driver/sudden_end/child.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

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

// What the log says about routines on the device.
std::vector<std::string> device_texts(const RunDescription& run, const Context& context) {
  std::vector<std::string> texts = run.kernels->stencils().device_texts();
  const std::vector<Routine>& routines = run.description.schedule.routines();
  const std::vector<std::string> on_host = Kernels::loops_on_host(routines);
  texts.insert(texts.end(), on_host.begin(), on_host.end());
  const auto is_device_loop = [](const Routine& routine) { return routine.device && routine.is_loop(); };
  if (context.streaming.on && std::ranges::any_of(routines, is_device_loop))
    texts.emplace_back("loops over sets run on the host, because data stream through the device");
  return texts;
}

// Opens the device and loads the kernels of this run. Returns null if the run uses no device.
std::unique_ptr<Device> ready_device(const RunDescription& run, const Context& context, Notices& notices,
                                     Timeline* timeline) {
  const Description& description = run.description;
  auto device = together(context.session, [&] {
    return open_device(context.device, description.parameters, context.threads, notices.listener(),
                       timeline != nullptr || context.streaming.on);
  });
  if (device && timeline != nullptr)
    device = std::make_unique<TracedDevice>(std::move(device), *timeline, description.variables);
  if (device)
    together(context.session, [&] {
      run.kernels->load(*device, description.schedule.routines(),
                        stencil_ways(description.parameters, context.device.plugin_name, context.device.description));
      if (!context.streaming.on) run.kernels->load_loops(*device, description.schedule.routines());
      if (reduces(description.schedule)) device->prepare_reductions();
    });
  notices.tell(context.session);
  if (device)
    for (const std::string& text : device_texts(run, context)) spdlog::info("{}", text);
  return device;
}

} // namespace

Simulation::Simulation(RunDescription& run, const Context& context, RunFiles& files)
    : run_(run), context_(context), files_(files), parameters_(run.description.parameters),
      patience_(parameters_.real("driver::watchdog")),
      last_words_([&files](const std::string& text) { files.failed_alone(text); }),
      spaces_(run.description.variables, *run.decomposition, context.session.rank(), 1, &run.mesh),
      storage_(allocate(run, context.session, spaces_, storage_seconds_)),
      device_(ready_device(run, context, notices_, files.timeline())),
      resident_(context.streaming.on ? nullptr : device_.get()),
      sudden_end_(context.session, run.description.schedule.routines(),
                  {parameters_.boolean("accelerator::guard"), parameters_.boolean("driver::check_bounds")}),
      work_observers_(make_work_observers()), observers_(make_observers()),
      accelerator_({.variables = &run.description.variables,
                    .routines = &run.description.schedule.routines(),
                    .spaces = &spaces_,
                    .log = [](const std::string& line) { spdlog::info("{}", line); },
                    .observers = {work_observers_.begin(), work_observers_.end()},
                    .callable = run.description.schedule.callable()},
                   *storage_, resident_, accelerator_settings(parameters_)),
      streamer_(make_streamer()), exchange_(context.session.communicator(), work_observers_),
      reductions_(context.session.communicator(), run.description.variables, spaces_, *storage_, work_observers_),
      hooks_(run.description.variables, run.description.schedule, accelerator_, exchange_), guard_(make_guard()),
      watchdog_(patience_ > 0 ? std::make_unique<Watchdog>(context.session, activity_, run.description.variables,
                                                           patience_, last_words_)
                              : nullptr),
      control_(context.session, files.path(), parameters_,
               [&files](const std::string& text) { files.may_be_killed(text); }),
      steering_(run.description, *run.kernels, *run.decomposition, accelerator_.tracker().validity()),
      clock_(*run.domain),
      time_step_(clock_.adapts() ? std::make_unique<RunTimeStep>(clock_, parameters_, accelerator_) : nullptr),
      services_(context.session, run, guard_ ? guard_->around(reductions_) : reductions_,
                guard_ ? guard_->around(hooks_) : hooks_, time_step_.get(), files.path(), guard_.get()),
      conditions_(context.session, run.description, *run.domain, *storage_, accelerator_, control_, time_step_.get(),
                  work_observers_),
      executor_(call_environment(), context.session, *storage_, accelerator_, exchange_, conditions_),
      epochs_(call_environment(), context.session, executor_, *storage_, accelerator_, exchange_), loop_(make_loop()) {
  SuddenEnd::set_record(files.record());
  if (files.trace) files.trace->observer().watch(accelerator_.tracker());
  if (patience_ > 0) activity_.watch(&accelerator_);
  reductions_.use(&accelerator_);
}

std::unique_ptr<RunComparison> Simulation::make_comparison() {
  const int rank = context_.session.rank();
  if (context_.streaming.on)
    return together(context_.session, [&] {
      return std::make_unique<PassComparison>(
          plan_passes(run_, rank, context_.streaming.limits(context_.device.description)), rank);
    });
  plan_ = make_plan(plan_input(run_, {resident_ != nullptr, resident_ != nullptr && resident_->moves(), ""}), rank);
  const Description& description = run_.description;
  return std::make_unique<PlanComparison>(description.variables, description.schedule.routines(), plan_);
}

RunObservers Simulation::make_work_observers() {
  RunObservers all;
  if (files_.trace) all.push_back(&files_.trace->observer());
  if (run_.line.compare_plan) {
    comparison_ = make_comparison();
    all.push_back(comparison_.get());
  }
  if (patience_ > 0) all.push_back(&activity_);
  return all;
}

RunObservers Simulation::make_observers() {
  RunObservers all = {this};
  all.insert(all.end(), work_observers_.begin(), work_observers_.end());
  if (files_.provenance) all.push_back(&*files_.provenance);
  return all;
}

void Simulation::paramcheck_done() {
  refuse_warnings(context_.session, parameters_); // those of the device, and of the thorns in paramcheck
  files_.started(services_, control_);
  SuddenEnd::set_record(files_.record());
  if (files_.folder)
    if (const std::string text = way_to_end(files_.folder->path()); !text.empty()) spdlog::info("{}", text);
  if (services_.memory().empty()) return;
  MemoryEstimate memory = context_.memory;
  add_thorns(memory, services_.memory());
  spdlog::info("{}", thorn_memory_summary(memory, device_ != nullptr));
}

TimeLoop Simulation::make_loop() {
  return {.session = context_.session,
          .run_description = run_,
          .clock = clock_,
          .executor = executor_,
          .epochs = epochs_,
          .accelerator = accelerator_,
          .services = services_,
          .control = control_,
          .steering = steering_,
          .observers = observers_};
}

std::unique_ptr<Guard> Simulation::make_guard() {
  if (!parameters_.boolean("accelerator::guard")) return nullptr;
  return std::make_unique<Guard>(Guard::Parts{&context_.session, &run_.description.variables, &*run_.decomposition,
                                              storage_.get(), &accelerator_, context_.host.get(), last_words_});
}

std::unique_ptr<Streamer> Simulation::make_streamer() {
  if (!context_.streaming.on) return nullptr;
  return together(context_.session, [&] {
    return std::make_unique<Streamer>(Streamer::Parts{
        &run_, &context_.session, device_.get(), storage_.get(), &accelerator_,
        context_.streaming.limits(context_.device.description), context_.device.plugin_name, &work_observers_});
  });
}

CallEnvironment Simulation::call_environment() {
  const auto version = [](bool checked) { return checked ? HostVersion::checked : HostVersion::plain; };
  return {.services = &services_,
          .memory = storage_.get(),
          .device = resident_,
          .accelerator = &accelerator_,
          .streamer = streamer_.get(),
          .opencl = device_ != nullptr && device_->description().native == "opencl",
          .run = &run_,
          .stored = run_.decomposition->stored(context_.session.rank()),
          .host = context_.host.get(),
          .version = version(parameters_.boolean("driver::check_bounds")),
          .kernel_version =
              version(parameters_.boolean("driver::check_bounds") || parameters_.boolean("accelerator::poison")),
          .guard = guard_.get(),
          .timeline = files_.timeline(),
          .overlap = parameters_.boolean("driver::overlap")};
}

TimeLoop::Result Simulation::run() {
  const double setup_seconds = context_.session.seconds() - context_.session.mpi_seconds() - storage_seconds_;
  const TimeLoop::Result result = loop_.run();
  watchdog_.reset(); // the work below makes no steps
  if (const std::string text = living_children(); !text.empty()) tell(context_.session, text);
  if (comparison_) spdlog::info("{}", comparison_->account());
  report_end(services_.collective(), result,
             {.points = run_.points(),
              .setup_seconds = setup_seconds,
              .storage_seconds = storage_seconds_,
              .device = device_ != nullptr,
              .passes = streamer_ ? &streamer_->totals() : nullptr,
              .every_rank = parameters_.boolean("driver::report_transfers")});
  return result;
}

TuneReport Simulation::tune() {
  TuneReport report = Tuning(loop_, epochs_).run();
  watchdog_.reset(); // the work below makes no steps
  report.title = run_.title();
  report.ranks = context_.session.size();
  report.threads = context_.host->members();
  report.place = streamer_ ? fmt::format("streaming through {}", context_.device.plugin_name)
                 : device_ ? context_.device.plugin_name
                           : std::string("host");
  return report;
}

} // namespace nopal
