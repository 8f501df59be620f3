#include "driver/setup/memory.hpp"

#include "core/grid/exchange.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/host_memory.hpp"
#include "driver/storage/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace nopal {

namespace {

std::size_t slot_bytes(const Group& group, const Decomposition& decomposition, int rank) {
  return static_cast<std::size_t>(group_layout(group, decomposition, rank).size) * size_of(group.type);
}

// More than any machine has is as good as infinite: sums of it must not wrap around.
std::size_t capped(std::size_t bytes) { return std::min(bytes, std::size_t{1} << 62); }

std::size_t product(std::size_t bytes, int n) {
  std::size_t result = 0;
  return capped(__builtin_mul_overflow(bytes, static_cast<std::size_t>(n), &result) ? SIZE_MAX : result);
}

// Sum over the ranks of this node.
std::size_t node_sum(const Session& session, std::size_t mine) {
  std::uint64_t sum = std::min(mine, capped(SIZE_MAX) / static_cast<std::size_t>(session.node_size()));
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, session.node());
  return sum;
}

// Ranks of a node must not each see what the others free or take meanwhile.
AvailableMemory node_memory(const Session& session) {
  AvailableMemory available = available_host_memory();
  std::uint64_t bytes = available.bytes;
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_UINT64_T, MPI_MIN, session.node());
  available.bytes = bytes;
  return available;
}

constexpr const char* remedy = "use fewer cells, fewer timelevels or more nodes";

void check_host(std::size_t need, int ranks, bool with_device, const AvailableMemory& available) {
  if (need <= available.bytes) return;
  throw Error(fmt::format("the run needs {} of host memory on this node ({} rank{}{}), but {} are available ({}): {}",
                          bytes_text(need), ranks, ranks == 1 ? "" : "s",
                          with_device ? ", the memory of its CPU device included" : "", bytes_text(available.bytes),
                          available.limit, remedy));
}

void check_device(const MemoryEstimate& estimate, const DeviceChoice& device) {
  const DeviceDescription& description = device.description;
  if (description.allocation_limit > 0 && estimate.largest_slot > description.allocation_limit)
    throw Error(fmt::format("one variable needs {} in one piece, but {} allows {} an allocation: use more ranks",
                            bytes_text(estimate.largest_slot), description.name,
                            bytes_text(description.allocation_limit)));
  const bool tells_free = description.memory_free > 0;
  const std::size_t available = tells_free ? description.memory_free : description.memory_total;
  const std::size_t need = product(estimate.device, device.sharers);
  if (available == 0 || need <= available) return;
  throw Error(
      fmt::format("the run needs {} on {} ({} rank{} share it), which has {} {}: {}, or a device with more memory",
                  bytes_text(need), description.name, device.sharers, device.sharers == 1 ? "" : "s",
                  bytes_text(available), tells_free ? "free" : "in all", remedy));
}

} // namespace

std::string bytes_text(std::size_t bytes) {
  constexpr std::array units = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
  return fmt::format("{:.1f} {}", value, units[unit]);
}

MemoryEstimate estimate_memory(const Variables& variables, const std::vector<int>& synchronised,
                               const std::vector<int>& on_device, const Decomposition& decomposition, int rank) {
  MemoryEstimate estimate;
  for (int g = 0; g < variables.n_groups(); ++g) {
    const Group& group = variables.group(g);
    const int slots = static_cast<int>(group.variables.size()) * group.timelevels;
    if (slots == 0) continue;
    const std::size_t bytes = product(slot_bytes(group, decomposition, rank), slots);
    estimate.groups.push_back({group.full_name(), bytes, slots});
    estimate.host = capped(estimate.host + bytes);
  }
  for (const int variable : on_device) {
    const std::size_t bytes = slot_bytes(variables.group_of(variable), decomposition, rank);
    estimate.device = capped(estimate.device + product(bytes, variables.timelevels(variable)));
    estimate.largest_slot = std::max(estimate.largest_slot, bytes);
  }
  const ExchangePlan plan = exchange_plan(decomposition, rank);
  const std::size_t points = static_cast<std::size_t>(plan.receive_points() + plan.send_points());
  for (const int variable : synchronised)
    estimate.exchange = capped(estimate.exchange + points * size_of(variables.group_of(variable).type));
  estimate.host = capped(estimate.host + estimate.exchange);
  estimate.device = capped(estimate.device + estimate.exchange);
  return estimate;
}

std::string memory_summary(const MemoryEstimate& estimate, bool device) {
  std::string text = fmt::format("memory: each rank takes {} on the host{}", bytes_text(estimate.host),
                                 device ? " and " + bytes_text(estimate.device) + " on the device" : "");
  for (const GroupMemory& group : estimate.groups)
    text += fmt::format("\n  {}: {} ({} slot{})", group.name, bytes_text(group.bytes), group.slots,
                        group.slots == 1 ? "" : "s");
  if (estimate.exchange > 0) text += fmt::format("\n  ghost exchange: {}", bytes_text(estimate.exchange));
  return text;
}

void check_memory(const Session& session, const MemoryEstimate& estimate, const DeviceChoice& device) {
  const bool cpu_device = device.plugin != nullptr && !device.description.is_gpu;
  const std::size_t need = node_sum(session, estimate.host + (cpu_device ? estimate.device : 0));
  const AvailableMemory available = node_memory(session);
  together(session, [&] {
    check_host(need, session.node_size(), cpu_device, available);
    if (device.plugin != nullptr) check_device(estimate, device);
  });
}

} // namespace nopal
