#pragma once
// The names of the bins in the order in which a run passes them. schedules/bins.yaml describes them; RunOrder uses
// them.

#include <algorithm>
#include <array>
#include <string_view>

namespace nopal {

/// The first bins of every run.
inline constexpr std::array<std::string_view, 3> start_bins = {"startup", "paramcheck", "basegrid"};
/// A fresh run then sets its initial data.
inline constexpr std::array<std::string_view, 2> initial_bins = {"initial", "postinitial"};
/// The rest of iteration 0 of a fresh run.
inline constexpr std::array<std::string_view, 3> first_bins = {"poststep", "analysis", "output"};
/// A run that goes on from a checkpoint passes this bin in place of initial_bins.
inline constexpr std::array<std::string_view, 1> recovery_bins = {"recover"};
/// The rest of the checkpoint's iteration, unless the earlier run has passed these bins.
inline constexpr std::array<std::string_view, 2> recovered_bins = {"analysis", "output"};
/// Each iteration, after the cycle of timelevels.
inline constexpr std::array<std::string_view, 3> evolution_bins = {"prestep", "evol", "poststep"};
/// Each iteration, after evolution_bins.
inline constexpr std::array<std::string_view, 3> output_bins = {"checkpoint", "analysis", "output"};
/// After the last iteration: routines in these bins that are due at the end.
inline constexpr std::array<std::string_view, 2> last_output_bins = {"analysis", "output"};
inline constexpr std::array<std::string_view, 2> end_bins = {"terminate", "shutdown"};
/// Bins in which a run writes its results and checkpoints.
inline constexpr std::array<std::string_view, 4> writing_bins = {"checkpoint", "analysis", "output", "terminate"};

/// Whether `bins` has this bin.
inline bool has_bin(const auto& bins, std::string_view bin) {
  return std::find(bins.begin(), bins.end(), bin) != bins.end();
}
/// Whether the bin runs once, before the first iteration.
inline bool is_start_bin(std::string_view bin) {
  return has_bin(start_bins, bin) || has_bin(initial_bins, bin) || has_bin(recovery_bins, bin);
}

} // namespace nopal
