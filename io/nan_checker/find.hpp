#pragma once
// Finds the values of a field that are not finite.

#include <nopal/thorn.hpp>

#include <array>
#include <complex>
#include <vector>

namespace nopal::nan_checker {

/// A value that is not finite, and its place.
struct Point {
  Index at{};                    ///< global indices, or those of an array's element; of a dat: component, global number
  std::array<double, 2> value{}; ///< real and imaginary part; for a real variable the second is 0
  int rank = 0;
};

/// Returns whether `a` comes before `b` in the order of points, i fastest.
bool before(const Point& a, const Point& b);

/// The values among some points that are not finite.
struct Found {
  std::int64_t nan = 0, plus_infinity = 0, minus_infinity = 0;
  Box box;                  ///< around all of them; empty: there are none
  std::vector<Point> first; ///< the first of them, in order

  std::int64_t total() const { return nan + plus_infinity + minus_infinity; }
  /// Adds the values that were found among other points. `first` keeps at most `most_points`.
  void merge(const Found& other, std::size_t most_points);
};

/// Looks at the points of `box` and lists at most `most_points`. A complex number counts as NaN if one part is NaN;
/// otherwise its sign is that of its first infinite part.
template <class T> Found find(const Field<const T>& field, const Box& box, std::size_t most_points, int rank);
/// The same for the elements of a dat that this process owns, in the order of their global numbers.
template <class T>
Found find(const Field<const T>& field, const LocalSet& set, int components, std::size_t most_points, int rank);
/// True if a value in `box` is not finite. Stops at the first such value.
template <class T> bool finds_any(const Field<const T>& field, const Box& box);

} // namespace nopal::nan_checker
