#include "element_values.hpp"

#include "files.hpp"

#include <algorithm>
#include <span>

namespace nopal::tsv {

Words element_values(Call& call, Slot slot, const std::vector<NearestElement>& elements) {
  Services& services = call.services();
  const auto components = static_cast<std::size_t>(services.variables().group_of(slot.variable).components);
  Words mine;
  with_field(call, call, slot, [&](const auto& field) {
    for (const NearestElement& element : elements)
      for (std::size_t c = 0; c < components && element.rank == services.rank(); ++c)
        put(mine, field(static_cast<long>(c), element.local));
  });
  Words all(services.rank() == 0 ? elements.size() * components : 0);
  services.collective().gather(
      std::span<const std::uint64_t>(mine),
      [&](int rank) {
        return static_cast<std::size_t>(std::ranges::count(elements, rank, &NearestElement::rank)) * components;
      },
      [&](int rank, std::span<const std::uint64_t> theirs) {
        for (std::size_t e = 0; e < elements.size(); ++e) {
          if (elements[e].rank != rank) continue;
          std::ranges::copy(theirs.first(components), all.begin() + static_cast<std::ptrdiff_t>(e * components));
          theirs = theirs.subspan(components);
        }
      });
  return all;
}

} // namespace nopal::tsv
