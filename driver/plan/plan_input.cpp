#include "driver/plan/plan_input.hpp"

#include "core/check/schedule_facts.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/epochs.hpp"
#include "driver/setup/settings.hpp"

#include <fmt/format.h>

#include <memory>

namespace nopal {

DeviceForPlan device_for_plan(const DeviceChoice& choice) {
  return {choice.plugin != nullptr, false, choice.account, choice.description, choice.sharers};
}

DeviceForPlan device_for_plan(const Session& session, const RunDescription& run, const Threads& threads) {
  const Parameters& parameters = run.description.parameters;
  const std::string& wanted = parameters.string("accelerator::device");
  if (wanted != "auto" && wanted != "none") {
    const auto candidates = together(session, [&] {
      check_device_name(run.path, wanted, parameters.where("accelerator::device"));
      return find_devices(run.path, wanted, threads.device);
    });
    int found = candidates.front().devices.empty() ? 0 : 1;
    MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MIN, session.communicator());
    if (found == 0) {
      DeviceForPlan device{
          true, false,
          fmt::format("device: {}; this machine has no such device, so the plan is for a device that copies", wanted)};
      // Almost all devices are like this.
      device.description.adds_reals = true;
      device.description.limits = {.max_threads = 1024, .max_shared_bytes = std::size_t{48} << 10};
      return device;
    }
  }
  const DeviceChoice choice = choose_device(session, run.path, parameters, threads);
  DeviceForPlan device = device_for_plan(choice);
  // A device can move data instead of copying them only if it is opened with options.
  if (device.exists && !parameters.strings("accelerator::device_options").empty())
    device.moves = together(session, [&] { return open_device(choice, parameters, threads, {})->moves(); });
  return device;
}

PlanInput plan_input(const RunDescription& run, const DeviceForPlan& device, bool streams) {
  const Description& description = run.description;
  PlanInput input;
  input.variables = &description.variables;
  input.schedule = &description.schedule;
  input.decomposition = &*run.decomposition;
  input.mesh = &run.mesh;
  input.settings = accelerator_settings(description.parameters);
  if (device.exists && !streams) input.device = device.moves ? DeviceKind::moves : DeviceKind::copies;
  input.temporaries = temporaries(description.schedule);
  input.iterations = run.limits.iterations;
  const EpochPlace place = streams ? EpochPlace::device : EpochPlace::host;
  const int factor = planned_factor(run, place);
  if (factor > 0 && why_no_epochs(run, device.exists && !streams, place).empty()) {
    input.epochs = std::make_shared<const EpochMaker>(description.variables, description.schedule, *run.decomposition,
                                                      kernels_of(run), place);
    input.most_in_epoch = factor;
    input.pauses = !streams;
  }
  const auto facts =
      std::make_shared<const ScheduleFacts>(description.variables, description.schedule, description.thorns);
  input.unseen_writer = [facts](int variable, Region region, std::int64_t iteration) {
    return facts->unseen_writer(variable, region, iteration);
  };
  return input;
}

} // namespace nopal
