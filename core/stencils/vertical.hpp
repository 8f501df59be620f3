#pragma once
// The vertical axis: splitters, vertical levels and intervals.
// A splitter lies between two points of the k axis. "bottom" lies before the first point of the axis, and "top" lies
// after its last point. A thorn may declare other splitters between them. Where a splitter lies is known in the run
// only.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// A point beside a splitter. Offset 1 is the first point after the splitter, 2 is the second one. Offset -1 is the
/// last point before the splitter, -2 is the one before that. Offset 0 does not exist, because a splitter lies between
/// two points. The operators compare the order along the axis.
struct VerticalLevel {
  int splitter = 0; ///< 0 is "bottom"
  int offset = 1;

  auto operator<=>(const VerticalLevel&) const = default;
};

/// The points from the first vertical level to the last one. Both belong to it. first <= last.
struct VerticalInterval {
  VerticalLevel first;
  VerticalLevel last;

  bool contains(const VerticalInterval& other) const { return first <= other.first && other.last <= last; }
  auto operator<=>(const VerticalInterval&) const = default;
};

/// Points of the k axis, as global indices: lower <= k < upper.
struct VerticalRange {
  long lower = 0;
  long upper = 0;

  bool operator==(const VerticalRange&) const = default;
};

/// The order in which the points of a column are updated. Parallel means any order.
enum class VerticalOrder { parallel, forward, backward };

/// The splitters of an axis, and the largest offset that a vertical level may have. Offsets are -limit to -1 and 1 to
/// limit. Vertical levels are numbered along the axis: the index of a level is splitter * 2 * limit + offset index.
class VerticalAxis {
public:
  static constexpr int default_limit = 3;

  /// An axis with the splitters "bottom", those of `between` in this order, and "top". `limit` is at least 2.
  /// Throws an Error if a name of `between` is no identifier, or if two splitters have the same name.
  explicit VerticalAxis(const std::vector<std::string>& between = {}, int limit = default_limit);

  /// Returns the names from "bottom" to "top".
  const std::vector<std::string>& splitters() const { return splitters_; }
  /// Returns the number of the splitter "top".
  int top() const { return static_cast<int>(splitters_.size()) - 1; }
  int limit() const { return limit_; }
  /// Returns "bottom+1 : top-1", the interval of a stage that has one kernel.
  VerticalInterval whole() const { return {{0, 1}, {top(), -1}}; }

  /// Returns the number of vertical levels. Their indices are 0 to count() - 1.
  int count() const { return static_cast<int>(splitters_.size()) * 2 * limit_; }
  /// Returns whether the offset is one that exists.
  bool has_offset(int offset) const { return offset != 0 && -limit_ <= offset && offset <= limit_; }
  /// Returns the position of an offset among all offsets in ascending order. With limit 2: -2, -1, 1, 2 have 0, 1,
  /// 2, 3.
  int offset_index(int offset) const;
  /// Returns the index of a vertical level of this axis.
  int index(const VerticalLevel& level) const;
  /// Returns the vertical level with this index. The inverse of index().
  VerticalLevel vertical_level(int index) const;

  /// Returns "bottom+1" or "top-2", for example.
  std::string text(const VerticalLevel& level) const;
  /// Returns "bottom+2 : top-1", or "bottom+1" if the interval is one vertical level.
  std::string text(const VerticalInterval& interval) const;

  /// The inverses of text(). Blanks around names, offsets and ":" are allowed.
  /// Throw an Error that says what is wrong and what to write. It has no location: the caller adds it.
  VerticalLevel parse_level(std::string_view text) const;
  VerticalInterval parse_interval(std::string_view text) const;

private:
  std::vector<std::string> splitters_;
  int limit_;
};

/// Returns the global index k of a vertical level. Splitter i lies just before the point positions[i]: the point
/// positions[i] has offset 1, and the point positions[i] - 1 has offset -1.
long k_of(const VerticalLevel& level, std::span<const long> positions);

/// Returns the points from the first vertical level of the interval to its last one.
/// If splitters lie close together, the last level may lie below the first: then upper <= lower, and there are no
/// points. check_room() (vertical_rules.hpp) says which of these cases are mistakes.
VerticalRange range_of(const VerticalInterval& interval, std::span<const long> positions);

} // namespace nopal
