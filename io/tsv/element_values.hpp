#pragma once
// The values of dats at single elements.

#include "gather.hpp"
#include "nearest_elements.hpp"

#include <nopal/thorn.hpp>

#include <vector>

namespace nopal::tsv {

/// Collective. Returns the values of a dat at the elements on rank 0, element by element, and nothing on other ranks.
/// Each process that owns some of the elements sends one message.
Words element_values(Call& call, Slot slot, const std::vector<NearestElement>& elements);

} // namespace nopal::tsv
