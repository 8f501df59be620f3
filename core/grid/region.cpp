#include "core/grid/region.hpp"

#include <utility>

namespace nopal {

namespace {

constexpr std::pair<const char*, Region> region_words[] = {
    {"interior", Region::interior}, {"boundary", Region::boundary},     {"ghosts", Region::ghosts},
    {"owned", Region::owned},       {"everywhere", Region::everywhere}, {"nowhere", Region::none}};

} // namespace

std::string to_string(Region region) {
  for (const auto& [word, same] : region_words)
    if (same == region) return word;
  std::string list;
  for (int r = 0; r < n_base_regions; ++r)
    if (any(region & base_regions[r])) list += (list.empty() ? "" : ", ") + to_string(base_regions[r]);
  return list;
}

Region region_from_word(std::string_view word) {
  for (const auto& [same, region] : region_words)
    if (same == word) return region;
  return Region::none;
}

} // namespace nopal
