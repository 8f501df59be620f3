#pragma once
// The report that a run logs at its end.

#include "driver/loop/time_loop.hpp"

namespace nopal {

struct RunReport {
  long points = 0;            ///< of the whole grid
  double setup_seconds = 0;   ///< from MPI_Init to startup, without storage
  double storage_seconds = 0; ///< allocation and first touch on the host
  bool device = false;
  bool every_rank = false; ///< report the transfers of all ranks, not only of rank 0
};

/// Logs the rate of the evolution, transfers and timings. Collective.
void report_end(const Session& session, const TimeLoop::Result& result, const RunReport& report);

} // namespace nopal
