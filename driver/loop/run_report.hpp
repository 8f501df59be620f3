#pragma once
// The report that a run logs at its end.

#include "driver/loop/pass_account.hpp"
#include "driver/loop/time_loop.hpp"

namespace nopal {

struct RunReport {
  long points = 0;            ///< of the whole grid
  double setup_seconds = 0;   ///< from the return of MPI_Init to startup, without storage
  double storage_seconds = 0; ///< allocation and first touch on the host
  bool device = false;
  const PassTotals* passes = nullptr; ///< null: the data do not stream
  bool every_rank = false;            ///< report the transfers of all ranks, not only of rank 0
};

/// Logs the rate of the evolution, transfers and timings. Collective.
void report_end(Collective& collective, const TimeLoop::Result& result, const RunReport& report);

/// Returns "rank 0 evolution: host->device 100 transfers, 8160800 bytes payload, 8160800 bytes moved; device->host …"
std::string transfer_line(std::size_t rank, const std::string& span, const Counters& counters);

} // namespace nopal
