#pragma once
// The report of the transfers between host and device at the end of a run.

#include "core/accelerator/counters.hpp"
#include "driver/session/session.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Returns "rank 0 evolution: host->device 100 transfers, 8160800 bytes payload, 8160800 bytes moved; device->host …"
std::string transfer_line(int rank, const std::string& span, const Counters& counters);

/// Collective. Returns the counters of all ranks on rank 0, and an empty list on other ranks.
std::vector<Counters> gather_counters(const Session& session, const Counters& mine);

} // namespace nopal
