#pragma once
// The pixels of a picture that show the cells of a mesh.

#include "layout.hpp"
#include "raster.hpp"
#include "settings.hpp"

#include <nopal/thorn.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace nopal::slices {

struct Coverage {
  Raster raster;
  PageLayout page;
  std::vector<std::int32_t> visible; ///< owned cells that the raster meets, as local numbers
  std::vector<std::int32_t> cells;   ///< of each pixel that this process may show, the cell, as a local number
  // On rank 0:
  std::vector<std::vector<std::int32_t>> pixels; ///< by rank: the pixels of its `cells`
  std::vector<std::int32_t> shown_by;            ///< by pixel: the rank whose cell it shows; -1: it shows none
};

/// The coverage of each set whose dats are drawn, by full name. Sets without elements have none.
using Coverages = std::map<std::string, Coverage>;

/// Collective. Finds the pixels of a set's cells. If a pixel lies in several cells, it shows the one with the smallest
/// global number. Throws Error on all processes if the corners span no area.
Coverage coverage_of(Call& call, const std::string& set, const Settings& settings);

} // namespace nopal::slices
