#include "core/sets/topology.hpp"

namespace nopal {

namespace {

template <class Named> std::optional<int> find(const std::vector<Named>& all, std::string_view full_name) {
  for (std::size_t n = 0; n < all.size(); ++n)
    if (all[n].name == full_name) return static_cast<int>(n);
  return std::nullopt;
}

} // namespace

std::optional<int> Topology::find_set(std::string_view full_name) const { return find(sets, full_name); }
std::optional<int> Topology::find_map(std::string_view full_name) const { return find(maps, full_name); }

} // namespace nopal
