#include "driver/loop/transfer_report.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

std::string direction(const char* name, const TransferCount& count) {
  return fmt::format("{} {} transfer{}, {} bytes payload, {} bytes moved", name, count.transfers,
                     count.transfers == 1 ? "" : "s", count.payload_bytes, count.moved_bytes);
}

} // namespace

std::string transfer_line(int rank, const std::string& span, const Counters& counters) {
  return fmt::format("rank {} {}: {}; {}", rank, span, direction("host->device", counters.to_device),
                     direction("device->host", counters.to_host));
}

std::vector<Counters> gather_counters(const Session& session, const Counters& mine) {
  std::vector<Counters> all(session.rank() == 0 ? static_cast<std::size_t>(session.size()) : 0);
  MPI_Gather(&mine, sizeof(Counters), MPI_BYTE, all.data(), sizeof(Counters), MPI_BYTE, 0, session.communicator());
  return all;
}

} // namespace nopal
