#pragma once
// A set of points of one part that can be copied: a box, or a list of indices.

#include "core/grid/pack.hpp"

#include <cstddef>
#include <vector>

namespace nopal {

/// Points of one part in a fixed order: the points of a box (i is the fastest axis), or a list of indices. A list is
/// for parts with one axis, i, or for the elements of a set: then it has indices along j, and each stands for the
/// points i = 0, …, width - 1, which are the components of an element. Each point is in the set once.
class IndexSet {
public:
  IndexSet() = default;
  IndexSet(const Box& box) : box_(box), points_(box.points()) {} // NOLINT(google-explicit-constructor)
  /// Makes a set from a list. Each index must be in the list once. width 0: the indices are along i.
  static IndexSet listed(std::vector<long> indices, long width = 0);

  bool is_box() const { return list_.empty(); }
  /// Returns the box. For a list it returns the smallest box that holds the list.
  const Box& box() const { return box_; }
  /// Returns the list. It is empty if the set is a box.
  const std::vector<long>& list() const { return list_; }
  long points() const { return points_; }
  bool empty() const { return points_ == 0; }
  /// Calls `visit` with boxes that hold the same points in the same order. For a list these are runs of indices.
  template <class Visit> void each_box(const Visit& visit) const {
    if (is_box()) return visit(box_);
    for (std::size_t first = 0, next = 1; first < list_.size(); first = next++) {
      while (next < list_.size() && list_[next] == list_[next - 1] + 1) ++next;
      visit(run(list_[first], list_[next - 1] + 1));
    }
  }

  /// Returns the box of the indices first, …, end - 1 along i.
  static Box range(long first, long end) { return {{first, 0, 0}, {end, 1, 1}}; }

  /// For a list: components of each element; 0: the indices are along i.
  long width() const { return width_; }

  bool operator==(const IndexSet&) const = default;

private:
  Box run(long first, long end) const { return width_ == 0 ? range(first, end) : Box{{0, first, 0}, {width_, end, 1}}; }

  Box box_;
  std::vector<long> list_;
  long width_ = 0;
  long points_ = 0;
};

/// Copy the points between a slot and a dense buffer of points.points() elements. `slot` starts the allocation.
void pack(const std::byte* slot, const Layout& layout, std::size_t element_size, const IndexSet& points,
          std::byte* dense);
void unpack(std::byte* slot, const Layout& layout, std::size_t element_size, const IndexSet& points,
            const std::byte* dense);

/// Copies point n of `source` to point n of `target`, for each n. The slots may be the same if the sets are disjoint.
/// If both sets are boxes, they must have the same extents.
void copy(const SlotData<const std::byte>& from, const IndexSet& source, const SlotData<std::byte>& to,
          const IndexSet& target, std::size_t element_size);

} // namespace nopal
