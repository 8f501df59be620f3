#pragma once
// The bins in the order in which a run passes them; schedules/bins.yaml describes them.

#include <array>

namespace nopal {

/// Before the first data can be looked at.
inline constexpr std::array start_bins = {"startup", "paramcheck", "basegrid", "initial", "postinitial"};
/// What iteration 0 has of a step.
inline constexpr std::array first_bins = {"poststep", "analysis", "output"};
/// A step: after the cycle of timelevels these, and then what looks at their result.
inline constexpr std::array evolution_bins = {"prestep", "evol", "poststep"};
inline constexpr std::array output_bins = {"checkpoint", "analysis", "output"};
inline constexpr std::array end_bins = {"terminate", "shutdown"};

} // namespace nopal
