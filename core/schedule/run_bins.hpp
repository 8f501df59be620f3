#pragma once
// The bins in the order in which a run passes them; schedules/bins.yaml describes them.

#include <algorithm>
#include <array>
#include <string_view>

namespace nopal {

/// Before the first data can be looked at, in a fresh run.
inline constexpr std::array start_bins = {"startup", "paramcheck", "basegrid", "initial", "postinitial"};
/// The same in a run that goes on from a checkpoint: this one instead of those from `initial` on.
inline constexpr const char* first_initial_bin = "initial";
inline constexpr const char* recovery_bin = "recover";
inline bool is_start_bin(std::string_view bin) {
  return bin == recovery_bin || std::find(start_bins.begin(), start_bins.end(), bin) != start_bins.end();
}
/// What such a run has still to do of the iteration of the checkpoint, unless the earlier run has done it.
inline constexpr std::array recovered_bins = {"analysis", "output"};
/// What iteration 0 has of a step.
inline constexpr std::array first_bins = {"poststep", "analysis", "output"};
/// A step: after the cycle of timelevels these, and then what looks at their result.
inline constexpr std::array evolution_bins = {"prestep", "evol", "poststep"};
inline constexpr std::array output_bins = {"checkpoint", "analysis", "output"};
/// What is due at the end, and was not at the last iteration; then the bins of the end.
inline constexpr std::array last_output_bins = {"analysis", "output"};
inline constexpr std::array end_bins = {"terminate", "shutdown"};

} // namespace nopal
