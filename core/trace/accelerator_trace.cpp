#include "core/trace/accelerator_trace.hpp"

#include <fmt/format.h>

namespace nopal::trace {

namespace {

std::string joined(const std::vector<std::string>& parts, const char* otherwise) {
  return parts.empty() ? otherwise : fmt::format("{}", fmt::join(parts, "; "));
}

std::string places(unsigned mask) {
  std::string result;
  for (Place p = 0; mask >> p != 0; ++p)
    if ((mask >> p) & 1U) result += (result.empty() ? "the " : " and the ") + place_text(p);
  return result;
}

std::string packed_where(const SyncOrder& order) {
  if (order.interior_at == order.boundary_at) return "packed on the " + place_text(order.interior_at);
  return fmt::format("interior packed on the {}, boundary on the {}", place_text(order.interior_at),
                     place_text(order.boundary_at));
}

} // namespace

std::string copies(const Variables& variables, const std::vector<TransferRecord>& records) {
  std::vector<std::string> parts;
  for (const TransferRecord& record : records) {
    const CopyOrder& order = record.order;
    std::string part = fmt::format("{}->{} {} ({}) {} bytes", place_text(order.from), place_text(order.to),
                                   variables.text(order.slot), to_string(order.region), record.payload_bytes);
    if (record.moved_bytes != record.payload_bytes) part += fmt::format(" ({} on the bus)", record.moved_bytes);
    if (order.move) part += ", moved";
    parts.push_back(std::move(part));
  }
  return joined(parts, "nothing copied");
}

std::string routine(const Variables& variables, const Routine& routine, Place place, std::int64_t iteration,
                    const std::vector<TransferRecord>& records) {
  return fmt::format("accelerator: iteration {}, {}: {} on the {}: {}", iteration, routine.bin, routine.full_name(),
                     place_text(place), copies(variables, records));
}

std::string hook(const Variables& variables, const std::string& what, std::int64_t iteration,
                 const std::vector<TransferRecord>& records) {
  return fmt::format("accelerator: iteration {}: {}: {}", iteration, what, copies(variables, records));
}

std::string sync(const Variables& variables, const std::string& cause, std::int64_t iteration,
                 const std::vector<SyncOrder>& orders, const Counters& before, const Counters& after,
                 std::size_t messages) {
  std::vector<std::string> parts;
  parts.reserve(orders.size());
  for (const SyncOrder& order : orders)
    parts.push_back(fmt::format("{} {}, ghosts valid on {}", variables.text(order.slot), packed_where(order),
                                places(order.unpack_at)));
  return fmt::format(
      "accelerator: iteration {}: sync of {}: {}; device->host {} bytes, host->device {} bytes, {} "
      "message{}",
      iteration, cause, joined(parts, "no ghosts"), after.to_host.payload_bytes - before.to_host.payload_bytes,
      after.to_device.payload_bytes - before.to_device.payload_bytes, messages, messages == 1 ? "" : "s");
}

std::string notify(const Variables& variables, std::int64_t iteration, const std::vector<Clause>& clauses,
                   Place place) {
  std::vector<std::string> parts;
  parts.reserve(clauses.size());
  for (const Clause& clause : clauses)
    parts.push_back(fmt::format("{} ({})", variables.text(clause.slot), to_string(clause.region)));
  return fmt::format("accelerator: iteration {}: notify_data_modified on the {}: {}", iteration, place_text(place),
                     joined(parts, "nothing"));
}

std::string past(const Variables& variables, std::int64_t iteration, const std::vector<PastOrder>& orders) {
  std::vector<std::string> parts;
  parts.reserve(orders.size());
  for (const PastOrder& order : orders)
    parts.push_back(
        fmt::format("{} ({}) on the {}", variables.text(order.to), to_string(order.region), place_text(order.place)));
  return fmt::format("accelerator: iteration {}: copy_from_past: {}", iteration, joined(parts, "nothing valid"));
}

} // namespace nopal::trace
