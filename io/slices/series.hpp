#pragma once
// Pictures of one variable and plane, in the order of iterations.

#include "picture.hpp"

#include <nopal/thorn.hpp>

#include <string>

namespace nopal::slices {

/// Returns a name such as "wavetoy-phi.xy_00000100.png".
std::string picture_name(const std::string& series, long iteration);

/// Returns the line below the title: the iteration, and that of the values if it is an earlier one.
std::string subtitle(const Call& call, Slot slot);

/// Collective. Rank 0 draws a picture and adds it to a series ("wavetoy-phi.xy"). The first call in a run looks for
/// pictures of an earlier run: a run that goes on from a checkpoint removes those of later iterations, another run
/// warns that they are there.
void add_to_series(Call& call, const std::string& series, const Picture& picture);

} // namespace nopal::slices
