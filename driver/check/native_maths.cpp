#include "driver/check/native_maths.hpp"

#include "driver/setup/kernel_arithmetic.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

/// Kernel::maths of a routine that has one on the device.
std::string functions_of(const RunDescription& run, const Routine& routine) {
  if (routine.is_loop()) {
    const Kernel* device = run.libraries->loop(routine)->device;
    return device == nullptr ? "" : device->maths;
  }
  return routine.is_kernel ? run.kernels->of(routine).kernel().maths : "";
}

} // namespace

std::vector<std::string> native_maths_notes(const RunDescription& run, const DeviceChoice& device) {
  std::vector<std::string> notes;
  const bool runs_on_host = device.plugin == nullptr || device.description.native == "host";
  if (runs_on_host || !kernel_arithmetic(run.description.parameters).native_maths) return notes;
  for (const Routine& routine : run.description.schedule.routines()) {
    const std::string functions = routine.device ? functions_of(run, routine) : "";
    if (!functions.empty())
      notes.push_back(fmt::format("accelerator.maths is native, so these functions of {} may have other bits on the "
                                  "device {} than elsewhere: {}",
                                  routine.full_name(), device.plugin_name, functions));
  }
  return notes;
}

} // namespace nopal
