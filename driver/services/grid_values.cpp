#include "driver/services/grid_values.hpp"

#include "core/grid/owners.hpp"
#include "driver/mesh/route.hpp"

#include <algorithm>
#include <utility>

namespace nopal {

namespace {

/// Cuts the runs where the owner changes. Returns the pieces in the order of the points, each with its owner.
std::vector<std::pair<int, PointRun>> by_owner(const Decomposition& decomposition, std::span<const PointRun> runs) {
  const Owners owner(decomposition);
  std::vector<std::pair<int, PointRun>> pieces;
  for (PointRun rest : runs)
    while (rest.points() > 0) {
      const int rank = owner({rest.first, rest.j, rest.k});
      PointRun piece = rest;
      piece.end = std::min(rest.end, decomposition.owned(rank).upper[0]);
      pieces.emplace_back(rank, piece);
      rest.first = piece.end;
    }
  return pieces;
}

/// Appends the values of a slot at the points of a run.
void pack(CallContext& call, Slot slot, std::size_t size, const PointRun& run, std::vector<std::byte>& bytes) {
  const Layout& layout = call.layout(slot.variable);
  const long first = layout.origin() + run.first + run.j * layout.stride[1] + run.k * layout.stride[2];
  const std::byte* const values = call.host_data(slot) + first * static_cast<long>(size);
  bytes.insert(bytes.end(), values, values + run.points() * static_cast<long>(size));
}

} // namespace

std::vector<std::vector<std::byte>> grid_values(CallContext& call, std::span<const Slot> slots,
                                                std::span<const PointRun> runs, const BringPoints& bring) {
  Services& services = call.services();
  MPI_Comm const communicator = *static_cast<const MPI_Comm*>(services.collective().native());
  const auto n_ranks = static_cast<std::size_t>(services.size());
  const auto pieces = by_owner(services.decomposition(), runs);
  std::vector<std::vector<PointRun>> asked(n_ranks);
  for (const auto& [rank, piece] : pieces) asked[static_cast<std::size_t>(rank)].push_back(piece);
  const Routed<PointRun> questions = route(communicator, asked);
  bring(questions.values);

  std::vector<std::size_t> sizes;
  for (const Slot slot : slots) sizes.push_back(services.variables().element_size(slot.variable));
  std::vector<std::vector<std::byte>> answers(n_ranks);
  for (std::size_t rank = 0; rank < n_ranks; ++rank)
    for (std::size_t s = 0; s < slots.size(); ++s)
      for (const PointRun& run : questions.from(static_cast<int>(rank)))
        pack(call, slots[s], sizes[s], run, answers[rank]);
  const Routed<std::byte> values = route(communicator, answers);

  // The owners answer in the order of the questions, slot by slot.
  std::vector<std::int64_t> next = values.offsets;
  std::vector<std::vector<std::byte>> found(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s)
    for (const auto& [rank, piece] : pieces) {
      std::int64_t& first = next[static_cast<std::size_t>(rank)];
      const std::int64_t bytes = piece.points() * static_cast<long>(sizes[s]);
      found[s].insert(found[s].end(), values.values.begin() + first, values.values.begin() + first + bytes);
      first += bytes;
    }
  return found;
}

} // namespace nopal
