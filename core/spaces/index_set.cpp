#include "core/spaces/index_set.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <cstring>

namespace nopal {

namespace {

/// Calls action(n, element) for each point n of a list. `element` is the point's position in the allocation.
/// Points that lie one after another in memory count as one: action(n, element, count).
template <class Action> void each_element(const IndexSet& points, const Layout& layout, const Action& action) {
  NOPAL_ASSERT(layout.box.contains(points.box()) && layout.stride[0] == 1);
  const long origin = layout.index(0, 0, 0);
  const long stride = points.width() == 0 ? 1 : layout.stride[1];
  const auto count = static_cast<std::size_t>(std::max(points.width(), 1L));
  const std::vector<long>& list = points.list();
  for (std::size_t n = 0; n < list.size(); ++n)
    action(n * count, static_cast<std::size_t>(origin + list[n] * stride), count);
}

} // namespace

IndexSet IndexSet::listed(std::vector<long> indices, long width) {
  IndexSet result;
  if (indices.empty()) return result;
  const auto [least, largest] = std::minmax_element(indices.begin(), indices.end());
  result.width_ = width;
  result.box_ = result.run(*least, *largest + 1);
  result.points_ = static_cast<long>(indices.size()) * std::max(width, 1L);
  result.list_ = std::move(indices);
  return result;
}

void pack(const std::byte* slot, const Layout& layout, std::size_t element_size, const IndexSet& points,
          std::byte* dense) {
  if (points.is_box()) return pack_box(slot, layout, element_size, points.box(), dense);
  each_element(points, layout, [&](std::size_t n, std::size_t element, std::size_t count) {
    std::memcpy(dense + n * element_size, slot + element * element_size, count * element_size);
  });
}

void unpack(std::byte* slot, const Layout& layout, std::size_t element_size, const IndexSet& points,
            const std::byte* dense) {
  if (points.is_box()) return unpack_box(slot, layout, element_size, points.box(), dense);
  each_element(points, layout, [&](std::size_t n, std::size_t element, std::size_t count) {
    std::memcpy(slot + element * element_size, dense + n * element_size, count * element_size);
  });
}

void copy(const SlotData<const std::byte>& from, const IndexSet& source, const SlotData<std::byte>& to,
          const IndexSet& target, std::size_t element_size) {
  NOPAL_ASSERT(source.points() == target.points());
  if (source.is_box() && target.is_box())
    return copy_box(from, to, element_size, target.box(), source.box().offset(target.box()));
  std::vector<std::byte> dense(static_cast<std::size_t>(source.points()) * element_size);
  pack(from.data, from.layout, element_size, source, dense.data());
  unpack(to.data, to.layout, element_size, target, dense.data());
}

} // namespace nopal
