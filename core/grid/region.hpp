#pragma once
// Regions: sets of points of a slot, stored as bits.

#include <cstdint>
#include <string>
#include <string_view>

namespace nopal {

/// A set of regions (docs/rules.md, Words). Each point that a rank stores is in exactly one of the three base regions.
/// interior: points that this process owns and that are not outer boundary. boundary: outer boundary points that
/// this process owns. ghosts: points that another process owns, and periodic images.
/// Scalars and arrays have one region: interior.
enum class Region : std::uint8_t {
  none = 0,
  interior = 1,
  boundary = 2,
  ghosts = 4,
  owned = 3,
  everywhere = 7,
};

constexpr Region operator|(Region a, Region b) {
  return static_cast<Region>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr Region operator&(Region a, Region b) {
  return static_cast<Region>(static_cast<std::uint8_t>(a) & static_cast<std::uint8_t>(b));
}
/// Returns the regions of a that are not in b.
constexpr Region operator-(Region a, Region b) {
  return static_cast<Region>(static_cast<std::uint8_t>(a) & ~static_cast<std::uint8_t>(b));
}
constexpr Region& operator|=(Region& a, Region b) { return a = a | b; }
constexpr Region& operator&=(Region& a, Region b) { return a = a & b; }
constexpr bool any(Region a) { return a != Region::none; }
constexpr bool covers(Region a, Region b) { return (a & b) == b; }

/// The base regions, in the order of their bits.
constexpr Region base_regions[] = {Region::interior, Region::boundary, Region::ghosts};
constexpr int n_base_regions = 3;

/// Returns "interior", "boundary, ghosts", "owned", "everywhere" or "nowhere", for example.
std::string to_string(Region region);

/// Returns the region that the word names (interior, boundary, ghosts, owned, everywhere), or none for any other word.
Region region_from_word(std::string_view word);

} // namespace nopal
