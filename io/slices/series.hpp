#pragma once
// Pictures of one variable and plane, in the order of iterations.

#include <nopal/thorn.hpp>

#include <string>

namespace nopal::slices {

/// Returns a name such as "wavetoy-phi.xy_00000100.png".
std::string picture_name(const std::string& series, long iteration);

/// Rank 0 calls this before it writes a picture of a series ("wavetoy-phi.xy"). The first call in a run looks for
/// pictures of an earlier run: a run that goes on from a checkpoint removes those of later iterations, another run
/// warns that they are there.
void begin_series(const Call& call, const std::string& series);

} // namespace nopal::slices
