#include "core/accelerator/poison_search.hpp"

#include "core/grid/point_set.hpp"

#include <algorithm>
#include <cstring>

namespace nopal {

namespace {

constexpr std::size_t most_origins = 16;

/// A box of a slot, in the memory of the slot or in scratch memory.
struct Searched {
  const std::byte* first; ///< address of point box.lower
  long row, plane;        ///< bytes from row to row and from plane to plane
  Box box;
  Region region;
};

class BoxSearch {
public:
  BoxSearch(const Stores& stores, Slot slot)
      : stores_(stores), slot_(slot), size_(stores.element_size(slot.variable)) {}

  void box(const Searched& part) {
    found.points += part.box.points();
    for (long k = 0; k < part.box.extent(2); ++k)
      for (long j = 0; j < part.box.extent(1); ++j) {
        const std::byte* row = part.first + j * part.row + k * part.plane;
        if (!any_in(row, part.box.extent(0))) continue;
        for (long i = 0; i < part.box.extent(0); ++i)
          point(row + i * static_cast<long>(size_),
                {part.box.lower[0] + i, part.box.lower[1] + j, part.box.lower[2] + k}, part.region);
      }
  }

  PoisonSearch found;

private:
  bool any_in(const std::byte* row, long points) const {
    const std::size_t words = static_cast<std::size_t>(points) * size_ / sizeof(std::uint64_t);
    bool result = false;
    for (std::size_t w = 0; w < words; ++w) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, row + w * sizeof bits, sizeof bits);
      result |= is_poison(bits);
    }
    return result;
  }

  void point(const std::byte* element, const Index& at, Region region) {
    bool unwritten = false, computed = false;
    for (std::size_t byte = 0; byte < size_; byte += sizeof(std::uint64_t)) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, element + byte, sizeof bits);
      const std::optional<PoisonWord> word = poison_word(bits);
      if (!word) continue;
      if (word->kind == PoisonKind::unwritten && stores_.origin(*word) == slot_) {
        unwritten = true;
        continue;
      }
      computed = true;
      if (found.origins.size() < most_origins &&
          std::find(found.origins.begin(), found.origins.end(), *word) == found.origins.end())
        found.origins.push_back(*word);
    }
    if (computed)
      found.computed.add(at, region);
    else if (unwritten)
      found.unwritten.add(at, region);
  }

  const Stores& stores_;
  Slot slot_;
  std::size_t size_;
};

} // namespace

void PoisonedPoints::add(const Index& point, Region region) {
  const Box here{point, {point[0] + 1, point[1] + 1, point[2] + 1}};
  hull = count == 0 ? here : nopal::hull(hull, here);
  if (first.size() < most_listed) first.push_back(point);
  regions |= region;
  ++count;
}

PoisonSearch search_poison(const Stores& stores, const Clause& clause, Place place, std::vector<std::byte>& scratch) {
  const int v = clause.slot.variable;
  const long size = static_cast<long>(stores.element_size(v));
  std::vector<Searched> parts;
  std::vector<Strip> strips;
  std::size_t bytes = 0;
  for (Slot slot = clause.slot; slot.part < stores.n_parts(v); ++slot.part)
    for (const Region region : base_regions) {
      if (!any(region & clause.region)) continue;
      const std::vector<Box>& all = stores.geometry(slot).shape(region).boxes;
      for (const Box& box : clause.keeps_others() ? boxes_in(*clause.points, all) : all) {
        parts.push_back({nullptr, size * box.extent(0), size * box.extent(0) * box.extent(1), box, region});
        strips.push_back({slot, box, bytes});
        bytes += static_cast<std::size_t>(box.points() * size);
      }
    }
  BoxSearch search(stores, clause.slot);
  if (parts.empty()) return search.found;
  if (place != host_place) {
    scratch.resize(bytes);
    stores.device()->pack_to_host(strips, scratch.data(), bytes);
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    Searched& part = parts[p];
    if (place != host_place) {
      part.first = scratch.data() + strips[p].offset;
    } else {
      const Index& corner = part.box.lower;
      const Layout& layout = stores.geometry(strips[p].slot).layout();
      part.first = stores.host(strips[p].slot) + size * layout.index(corner[0], corner[1], corner[2]);
      part.row = size * layout.stride[1];
      part.plane = size * layout.stride[2];
    }
    search.box(part);
  }
  return search.found;
}

void search_outside(const Stores& stores, const Clause& clause, Region invalid, PoisonSearch& found) {
  const std::size_t size = stores.element_size(clause.slot.variable);
  if (size < sizeof(std::uint64_t)) return; // it holds no whole poison word
  for (Slot slot = clause.slot; slot.part < stores.n_parts(slot.variable); ++slot.part)
    for (const Region region : base_regions) {
      if (!any(region & clause.region & invalid)) continue;
      const Geometry& geometry = stores.geometry(slot);
      for (const Box& box : boxes_outside(*clause.points, geometry.shape(region).boxes))
        for (long k = box.lower[2]; k < box.upper[2]; ++k)
          for (long j = box.lower[1]; j < box.upper[1]; ++j)
            for (long i = box.lower[0]; i < box.upper[0]; ++i) {
              std::uint64_t bits = 0;
              std::memcpy(&bits, stores.host(slot) + static_cast<long>(size) * geometry.layout().index(i, j, k),
                          sizeof bits);
              if (!is_poison(bits)) found.outside.add({i, j, k}, region);
            }
    }
}

} // namespace nopal
