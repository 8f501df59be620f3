#include "core/grid/region.hpp"

namespace nopal {

std::string to_string(Region region) {
  switch (region) {
  case Region::none:
    return "nowhere";
  case Region::owned:
    return "owned";
  case Region::everywhere:
    return "everywhere";
  default:
    break;
  }
  constexpr const char* words[] = {"interior", "boundary", "ghosts"};
  std::string result;
  for (int r = 0; r < n_base_regions; ++r)
    if (any(region & base_regions[r])) result += (result.empty() ? "" : ", ") + std::string(words[r]);
  return result;
}

Region region_from_word(std::string_view word) {
  if (word == "interior") return Region::interior;
  if (word == "boundary") return Region::boundary;
  if (word == "ghosts") return Region::ghosts;
  if (word == "owned") return Region::owned;
  if (word == "everywhere") return Region::everywhere;
  return Region::none;
}

} // namespace nopal
