#pragma once
// In which ways a loop over a set on a device can bring to targets what elements add to them through maps.

#include "core/host/blocks.hpp"
#include "core/launch/trial.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nopal {

/// gather: each element stores what it adds, and then each target adds this up in the set's order. atomics: elements
/// add to their targets at once, in any order. staged: each block of elements sums in memory that its threads share,
/// and then adds to its targets.
enum class LoopWay { gather, atomics, staged };

/// Returns the word of accelerator.loops.
std::string to_string(LoopWay way);
/// The inverse. Empty: the word names no way.
std::optional<LoopWay> loop_way(const std::string& word);

/// How the loops of a run run on its device.
struct LoopWays {
  /// One: all loops that add through maps run in this way. Several: each of them tries these in turn on its first
  /// calls, and then takes the fastest.
  std::vector<LoopWay> ways{LoopWay::gather};
  BlockLimits limits{}; ///< of blocks on the device
  /// Called when a loop has found the fastest way, with its full name and the ways that it has tried. May be empty.
  std::function<void(const std::string& loop, std::span<const LoopWay> tried, const Trial& trial)> found{};
};

} // namespace nopal
