#include "driver/guard/rest.hpp"

#include "core/grid/pack.hpp"

#include <cstring>

namespace nopal {

Rest::Rest(const std::byte* slot, const Layout& layout, std::size_t element_size, std::vector<RegionBox> boxes)
    : slot_(slot), layout_(&layout), size_(element_size), boxes_(std::move(boxes)) {
  std::size_t points = 0;
  for (const RegionBox& part : boxes_) points += static_cast<std::size_t>(part.box.points());
  copy_.resize(points * size_);
  std::byte* next = copy_.data();
  for (const RegionBox& part : boxes_) {
    pack_box(slot_, *layout_, size_, part.box, next);
    next += static_cast<std::size_t>(part.box.points()) * size_;
  }
}

void Rest::add_row(const std::byte* before, const std::byte* after, const Index& start, Region region, long points,
                   Changes& changes) const {
  for (long n = 0; n < points; ++n, before += size_, after += size_) {
    if (std::memcmp(before, after, size_) == 0) continue;
    Changes::Point point{{start[0] + n, start[1], start[2]}, {}, {}};
    const Index& at = point.at;
    changes.bounds = hull(changes.bounds, {at, {at[0] + 1, at[1] + 1, at[2] + 1}});
    changes.regions |= region;
    if (++changes.points > static_cast<long>(Changes::most_listed)) continue;
    std::memcpy(point.before.data(), before, size_);
    std::memcpy(point.after.data(), after, size_);
    changes.first.push_back(point);
  }
}

Changes Rest::changes() const {
  Changes changes;
  const std::byte* before = copy_.data();
  for (const auto& [region, box] : boxes_) {
    const std::size_t row = static_cast<std::size_t>(box.empty() ? 0 : box.extent(0)) * size_;
    for (long k = box.lower[2]; row > 0 && k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j, before += row) {
        const std::byte* after = slot_ + layout_->index(box.lower[0], j, k) * static_cast<long>(size_);
        if (std::memcmp(before, after, row) != 0)
          add_row(before, after, {box.lower[0], j, k}, region, box.extent(0), changes);
      }
  }
  return changes;
}

} // namespace nopal
