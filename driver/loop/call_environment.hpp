#pragma once
// The parts of the run that calls of routines use, and the launch of a kernel.

#include "core/accelerator/validity.hpp"
#include "core/thorn/call.hpp"
#include "driver/setup/kernels.hpp"

#include <span>
#include <string_view>

namespace nopal {

class Guard;
class Timeline;

/// The parts of the run that all calls of routines use.
struct CallEnvironment {
  Services* services = nullptr;
  HostMemory* memory = nullptr;
  Device* device = nullptr; ///< null: the run has no device
  Kernels* kernels = nullptr;
  const Libraries* libraries = nullptr;
  const Description* description = nullptr;
  Box stored;                  ///< points of the grid that this process stores
  HostBackend* host = nullptr; ///< runs kernels on the host; null: the caller computes all points
  HostVersion version = HostVersion::plain;
  Guard* guard = nullptr;       ///< null: functions are trusted
  Timeline* timeline = nullptr; ///< null: the run is not traced

  /// Launches a kernel over boxes at a place. Executor and FunctionCall launch all kernels of a run with this function.
  /// A launch on the host is traced as a span with the name `span_name`, unless that is empty.
  void launch(BoundKernel& kernel, std::span<const LaunchBox> boxes, const KernelClock& clock, Place place,
              std::string_view span_name = {}) const;
};

} // namespace nopal
