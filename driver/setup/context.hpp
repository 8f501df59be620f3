#pragma once
// The part of the machine that a run uses.

#include "driver/setup/host_choice.hpp"
#include "driver/setup/memory.hpp"
#include "driver/setup/run_description.hpp"
#include "driver/setup/streaming.hpp"

namespace nopal {

struct Context {
  /// Collective. Chooses the device and the host backend, decides whether the data stream through the device, logs the
  /// choices, and checks that the kernels' blocks and the memory fit. Throws the same Error on all ranks if something
  /// is missing or too small.
  Context(const Session& job, const RunDescription& run, const Threads& chosen);

  const Session& session;
  Threads threads;
  DeviceChoice device;
  std::unique_ptr<HostBackend> host;
  Streaming streaming;   ///< of this rank
  MemoryEstimate memory; ///< of this rank
};

} // namespace nopal
