#pragma once
// What calls of routines need of the run, and the launch of a kernel.

#include "core/accelerator/validity.hpp"
#include "core/thorn/call.hpp"
#include "driver/setup/kernels.hpp"

#include <span>
#include <string_view>

namespace nopal {

class Guard;
class Timeline;

/// What all calls of routines share.
struct CallEnvironment {
  Services* services = nullptr;
  HostMemory* memory = nullptr;
  Device* device = nullptr; ///< null where there is none
  Kernels* kernels = nullptr;
  const Libraries* libraries = nullptr;
  const Description* description = nullptr;
  Box stored;
  HostBackend* host = nullptr; ///< runs kernels on the host; null: one after the other
  HostVersion version = HostVersion::plain;
  Guard* guard = nullptr;       ///< null: functions are trusted
  Timeline* timeline = nullptr; ///< null: the run is not traced

  /// Launches a kernel over boxes at a place. Every launch of a run comes through here. span_name: for the trace of a
  /// launch on the host; empty: none.
  void launch(BoundKernel& kernel, std::span<const LaunchBox> boxes, const KernelClock& clock, Place place,
              std::string_view span_name = {}) const;
};

} // namespace nopal
