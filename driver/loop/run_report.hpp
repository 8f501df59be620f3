#pragma once
// What a run logs of itself at its end.

#include "driver/loop/time_loop.hpp"

namespace nopal {

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
