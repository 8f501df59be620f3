#include "driver/setup/memory.hpp"

#include "core/accelerator/accelerator.hpp"
#include "core/device/reduce_kernel.hpp"
#include "core/spaces/spaces.hpp"
#include "driver/session/failure.hpp"
#include "driver/setup/host_memory.hpp"
#include "driver/setup/settings.hpp"
#include "driver/storage/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace nopal {

namespace {

// Limits a size to more than any machine has, so that sums do not overflow.
std::size_t capped(std::size_t bytes) { return std::min(bytes, std::size_t{1} << 62); }

std::size_t product(std::size_t bytes, int n) {
  std::size_t result = 0;
  return capped(__builtin_mul_overflow(bytes, static_cast<std::size_t>(n), &result) ? SIZE_MAX : result);
}

// Returns the sum over the ranks of this node.
std::size_t node_sum(const Session& session, std::size_t mine) {
  std::uint64_t sum = std::min(mine, capped(SIZE_MAX) / static_cast<std::size_t>(session.node_size()));
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, session.node());
  return sum;
}

// All ranks of a node use the smallest value that one of them saw, because others allocate and free meanwhile.
AvailableMemory node_memory(const Session& session) {
  AvailableMemory available = available_host_memory();
  std::uint64_t bytes = available.bytes;
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_UINT64_T, MPI_MIN, session.node());
  available.bytes = bytes;
  return available;
}

constexpr const char* less_memory = "use fewer cells, fewer timelevels or more nodes";

void check_host(std::size_t need, int ranks, bool with_device, const AvailableMemory& available) {
  if (need <= available.bytes) return;
  throw Error(fmt::format(
      "the run needs {} of host memory on this node ({} rank{}{}), but only {} are available ({}): {}",
      bytes_text(need), ranks, ranks == 1 ? "" : "s", with_device ? ", the memory of its CPU device included" : "",
      bytes_text(available.bytes), available.limit, less_memory));
}

// The limit for one allocation does not depend on the memory that is free.
void check_largest_slot(const MemoryEstimate& estimate, const DeviceDescription& device) {
  if (device.allocation_limit == 0 || estimate.largest_slot <= device.allocation_limit) return;
  throw Error(
      fmt::format("each timelevel of {} needs {} bytes ({}) in one piece on each rank, but one allocation on {} "
                  "may take at most {} bytes ({}): use more ranks, so that each holds a smaller part, fewer "
                  "cells, or accelerator.device: none",
                  estimate.largest_variable, estimate.largest_slot, bytes_text(estimate.largest_slot), device.name,
                  device.allocation_limit, bytes_text(device.allocation_limit)));
}

void check_device(const MemoryEstimate& estimate, const DeviceChoice& device) {
  const DeviceDescription& description = device.description;
  const bool tells_free = description.memory_free > 0;
  const std::size_t available = tells_free ? description.memory_free : description.memory_total;
  const std::size_t need = product(estimate.device, device.sharers);
  if (available == 0 || need <= available) return;
  throw Error(fmt::format(
      "the run needs {} on {} ({} rank{} share{} it), but it has {} {}: {}, or a device with more memory",
      bytes_text(need), description.name, device.sharers, device.sharers == 1 ? "" : "s",
      device.sharers == 1 ? "s" : "", bytes_text(available), tells_free ? "free" : "in total", less_memory));
}

// Says of each variable whether the run touches its memory on the host. A variable that is touched counts with all its
// timelevels, because cycles give each allocation the role of each timelevel in turn.
std::vector<char> touched_on_host(const Description& description, bool device, const std::set<int>& callable) {
  const Parameters& parameters = description.parameters;
  const AcceleratorSettings settings = accelerator_settings(parameters);
  // These copy what the routines do not ask for.
  const bool copies_back = settings.copy_back_all_written_variables_in_analysis ||
                           (settings.copy_back_vars != "output" && settings.copy_back_vars != "none");
  std::vector<char> touched(static_cast<std::size_t>(description.variables.n_variables()), settings.poison ? 1 : 0);
  bool all_used = copies_back;
  std::vector<char> used = touched;
  for (const Routine& routine : description.schedule.routines()) {
    if (!callable.contains(routine.id)) continue;
    const bool on_host = !device || !routine.device;
    all_used |= on_host && routine.state.has_value();
    for (const auto* clauses : {&routine.reads, &routine.writes})
      for (const Clause& clause : *clauses) {
        const auto v = static_cast<std::size_t>(clause.slot.variable);
        used[v] = 1;
        if (on_host && !clause.is_reduced()) touched[v] = 1;
      }
  }
  return all_used ? used : touched;
}

std::string total_text(const MemoryEstimate& estimate, bool device) {
  return fmt::format("memory: each rank takes {} on the host{}", bytes_text(estimate.host),
                     device ? " and " + bytes_text(estimate.device) + " on the device" : "");
}

} // namespace

void add_thorns(MemoryEstimate& estimate, std::vector<ThornMemory> thorns) {
  for (const ThornMemory& thorn : thorns) estimate.host = capped(estimate.host + thorn.bytes);
  estimate.thorns = std::move(thorns);
}

VariableUse variable_use(const Description& description, bool device) {
  const Variables& variables = description.variables;
  const Schedule& schedule = description.schedule;
  const std::set<int> callable = schedule.callable();
  VariableUse use{synchronised(schedule), device_variables(variables, schedule.routines(), &callable)};
  for (const Routine& routine : schedule.routines())
    for (const Clause& clause : routine.reads)
      if (clause.is_reduced() && std::ranges::count(use.on_device, clause.slot.variable) > 0)
        use.reduced_there.push_back(clause.slot.variable);
  const std::vector<char> touched = touched_on_host(description, device, callable);
  for (int v = 0; v < variables.n_variables(); ++v)
    if (!touched[static_cast<std::size_t>(v)]) use.untouched.push_back(v);
  return use;
}

MemoryEstimate estimate_memory(const Variables& variables, const VariableUse& use, bool gpu,
                               const Decomposition& decomposition, int rank, const std::vector<StencilMemory>& stencils,
                               const RunMesh* mesh) {
  MemoryEstimate estimate;
  estimate.stencils = stencils;
  for (const StencilMemory& stencil : stencils)
    estimate.host = capped(estimate.host + product(stencil.bytes, stencil.threads));
  const Spaces spaces(variables, decomposition, rank, 1, mesh);
  for (int g = 0; g < variables.n_groups(); ++g) {
    const Group& group = variables.group(g);
    if (group.variables.empty() || group.temporary) continue;
    const std::size_t slot = Storage::slot_bytes(variables, spaces, {group.variables.front()});
    const auto untouched = static_cast<int>(
        std::ranges::count_if(group.variables, [&](int v) { return std::ranges::count(use.untouched, v) > 0; }));
    const int slots = (static_cast<int>(group.variables.size()) - untouched) * group.timelevels;
    const std::size_t bytes = product(slot, slots);
    estimate.groups.push_back({group.full_name(), bytes, slots, product(slot, untouched * group.timelevels)});
    estimate.host = capped(estimate.host + bytes);
  }
  for (const int variable : use.on_device) {
    const std::size_t bytes = Storage::slot_bytes(variables, spaces, {variable});
    estimate.device = capped(estimate.device + product(bytes, variables.timelevels(variable)));
    if (bytes <= estimate.largest_slot) continue;
    estimate.largest_slot = bytes;
    estimate.largest_variable = variables.full_name(variable);
  }
  std::size_t device_exchange = 0;
  for (const int variable : use.synchronised) {
    const ExchangePlan& plan = spaces.of(variable).exchange;
    const auto received = static_cast<std::size_t>(plan.receive_points());
    const auto sent = static_cast<std::size_t>(plan.send_points());
    const std::size_t size = size_of(variables.group_of(variable).type);
    estimate.exchange = capped(estimate.exchange + (received + sent) * size);
    // Devices receive in two buffers, which they use in turn.
    device_exchange = capped(device_exchange + (2 * received + sent) * size);
  }
  estimate.host = capped(estimate.host + estimate.exchange);
  estimate.device = capped(estimate.device + device_exchange + use.loop_bytes);
  // Devices that are processors reduce by rows. No device plugin needs more memory than this.
  std::size_t reductions = 0;
  for (const int variable : use.reduced_there)
    for (const Geometry& part : spaces.of(variable).parts)
      reductions = std::max(reductions, reduce_bytes(part.owned(), !gpu));
  estimate.device = capped(estimate.device + reductions);
  return estimate;
}

std::string memory_summary(const MemoryEstimate& estimate, bool device) {
  std::string text = total_text(estimate, device);
  for (const GroupMemory& group : estimate.groups) {
    text += "\n  " + group.name + ":";
    if (group.slots > 0)
      text += fmt::format(" {} ({} slot{})", bytes_text(group.bytes), group.slots, group.slots == 1 ? "" : "s");
    if (group.reserved > 0)
      text += fmt::format("{} {} reserved, not touched", group.slots > 0 ? "," : "", bytes_text(group.reserved));
  }
  for (const StencilMemory& stencil : estimate.stencils)
    text += fmt::format("\n  stencil {}: {} thread{} x {} of temporaries", stencil.name, stencil.threads,
                        stencil.threads == 1 ? "" : "s", bytes_text(stencil.bytes));
  if (estimate.exchange > 0) text += fmt::format("\n  ghost exchange: {}", bytes_text(estimate.exchange));
  return text;
}

std::string thorn_memory_summary(const MemoryEstimate& estimate, bool device) {
  std::string text = total_text(estimate, device) + ", with what its thorns add:";
  for (const ThornMemory& thorn : estimate.thorns)
    text += fmt::format("\n  {}: {}", thorn.what, bytes_text(thorn.bytes));
  return text;
}

void check_memory(const Session& session, const MemoryEstimate& estimate, const DeviceChoice& device) {
  const bool cpu_device = device.plugin != nullptr && !device.description.is_gpu;
  const std::size_t need = node_sum(session, estimate.host + (cpu_device ? estimate.device : 0));
  const AvailableMemory available = node_memory(session);
  together(session, [&] {
    if (device.plugin != nullptr) check_largest_slot(estimate, device.description);
    check_host(need, session.node_size(), cpu_device, available);
    if (device.plugin != nullptr) check_device(estimate, device);
  });
}

bool nodes_have(const Session& session, std::size_t bytes) {
  int enough = node_sum(session, bytes) <= node_memory(session).bytes ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &enough, 1, MPI_INT, MPI_MIN, session.communicator());
  return enough != 0;
}

} // namespace nopal
