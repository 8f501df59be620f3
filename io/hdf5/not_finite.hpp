#pragma once
// Looks for values that are not finite among those that this process writes.

#include "content.hpp"
#include "options.hpp"

namespace nopal::hdf5 {

/// Tells the driver of each variable whose values are not all finite in the file, and of the first of them. Reads the
/// values from their place in memory and does not communicate.
void look_for_not_finite(Call& call, const Options& options, const Content& content);

} // namespace nopal::hdf5
