#pragma once
// What a run tells of the machine at its start and of itself at its end.

#include "driver/loop/time_loop.hpp"
#include "driver/setup/device_choice.hpp"
#include "driver/setup/host_choice.hpp"
#include "driver/setup/threads.hpp"

namespace nopal {

/// Collective: threads, how kernels use them, the device chosen, and which rank has which.
void report_machine(const Session& session, const Threads& threads, const HostBackend& host,
                    const DeviceChoice& device);

struct RunReport {
  long points = 0;            ///< of the whole grid
  double setup_seconds = 0;   ///< from the return of MPI_Init to startup, storage aside
  double storage_seconds = 0; ///< allocation and first touch on the host
  bool device = false;
  bool every_rank = false; ///< transfers of all ranks, not only of rank 0
};

/// Collective: rate of the evolution, transfers, timings.
void report_end(const Session& session, const TimeLoop::Result& result, const RunReport& report);

} // namespace nopal
