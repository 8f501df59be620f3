#pragma once
// Values at grid points that other processes own.

#include "core/thorn/call_context.hpp"

#include <functional>
#include <vector>

namespace nopal {

/// Makes the values of points that this process owns valid on the host. All processes call it, each with the runs that
/// any process needs; they may overlap, and there may be none.
using BringPoints = std::function<void(std::vector<PointRun> runs)>;

/// Collective. Returns what CallContext::grid_values() returns. The processes first tell each other which points they
/// need, then `bring` is called once, then the owners send the values of these points and no others: one message in
/// each direction for each two processes that need something from each other. All processes name the same slots.
std::vector<std::vector<std::byte>> grid_values(CallContext& call, std::span<const Slot> slots,
                                                std::span<const PointRun> runs, const BringPoints& bring);

} // namespace nopal
