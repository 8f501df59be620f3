#pragma once
// Pictures of one variable and plane, in the order of iterations.

#include <nopal/thorn.hpp>

#include <string>

namespace nopal::slices {

/// "wavetoy-phi.xy_00000100.png"
std::string picture_name(const std::string& series, long iteration);

/// Before the first picture of a series ("wavetoy-phi.xy") of this run, by rank 0; later calls do nothing. A run that
/// goes on from a checkpoint removes what the earlier one has drawn behind it; another one warns of an earlier run's.
void begin_series(const Call& call, const std::string& series);

/// No series has begun.
void forget_series();

} // namespace nopal::slices
