#pragma once
// Whether the data of a run stream through its device, because they do not fit into it.

#include "driver/setup/device_choice.hpp"
#include "driver/setup/memory.hpp"
#include "driver/setup/run_description.hpp"

#include <cstddef>
#include <string>

namespace nopal {

struct Streaming {
  bool on = false;
  std::size_t budget = 0; ///< bytes that this rank may use on the device
  std::string account;    ///< for the log; empty: the run has no device
};

/// Collective. Follows accelerator.streaming and accelerator.device_memory. `estimate`: of a run that does not stream.
/// Throws the same Error on all ranks if accelerator.device_memory is no number of bytes.
Streaming choose_streaming(const Session& session, const Parameters& parameters, const MemoryEstimate& estimate,
                           const DeviceChoice& device);

/// Throws Error if a device routine of the run cannot stream: says which one, why, and how much memory the device would
/// need.
void check_streamed(const RunDescription& run, const MemoryEstimate& estimate, const Streaming& streaming);

} // namespace nopal
