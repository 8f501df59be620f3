#pragma once
// Whether the data of a run stream through its device, because they do not fit into it.

#include "driver/setup/block_size.hpp"
#include "driver/setup/device_choice.hpp"
#include "driver/setup/memory.hpp"
#include "driver/setup/run_description.hpp"

#include <cstddef>
#include <string>

namespace nopal {

struct Streaming {
  bool on = false;
  std::size_t usable = 0; ///< bytes that this rank may use on the device
  std::size_t budget = 0; ///< bytes that it uses by itself: not more than the data have
  std::string account;    ///< the memory that is needed and there is; empty: the run has no device

  /// `device`: the device that they stream through.
  WindowLimits limits(const DeviceDescription& device) const {
    return {usable, budget, device.allocation_limit, device.is_gpu};
  }
  /// Returns lines for the log: the account, and what follows from it.
  std::string decision(const Parameters& parameters) const;
};

/// Follows accelerator.streaming and accelerator.device_memory. `estimate`: of a run that does not stream. `device`:
/// the device and how many ranks share it. Throws Error if accelerator.device_memory is no number of bytes, or if it is
/// too small and accelerator.streaming is never. In a run, all ranks stream if one does (choose_streaming()).
Streaming wish_streaming(const Parameters& parameters, const MemoryEstimate& estimate, const DeviceDescription& device,
                         int sharers);

/// Collective. The same for a run. Throws the same Error on all ranks.
Streaming choose_streaming(const Session& session, const Parameters& parameters, const MemoryEstimate& estimate,
                           const DeviceChoice& device);

/// Whether a kernel or stencil is computed by the device, if data stream through it. Kernels of stages run with their
/// stencil, and kernels that functions launch run where these run.
bool streams(const Routine& routine);

/// Throws Error if a device routine of the run cannot stream: says which one, why, and how much memory the device would
/// need.
void check_streamed(const RunDescription& run, const MemoryEstimate& estimate, const Streaming& streaming);

} // namespace nopal
