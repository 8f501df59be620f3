#pragma once
// Pictures of dats.

#include "settings.hpp"

#include <nopal/thorn.hpp>

namespace nopal::slices {

/// Collective. Draws and writes a picture of each component of a dat.
void draw_cells(Call& call, Slot slot, const Settings& settings);

} // namespace nopal::slices
