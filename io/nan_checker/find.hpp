#pragma once
// Which values of a field are not finite.

#include <nopal/thorn.hpp>

#include <array>
#include <complex>
#include <vector>

namespace nopal::nan_checker {

/// A value that is not finite, and where it is.
struct Point {
  Index at{};                    ///< global indices; of an array those of the element
  std::array<double, 2> value{}; ///< real and imaginary part; of a real variable the second is 0
  int rank = 0;
};

/// In the order of the points in files: i fastest.
bool before(const Point& a, const Point& b);

struct Found {
  std::int64_t nan = 0, plus_infinity = 0, minus_infinity = 0;
  Box box;                  ///< around all of them; empty where there is none
  std::vector<Point> first; ///< in order; as many as were asked for

  std::int64_t total() const { return nan + plus_infinity + minus_infinity; }
  /// Takes in what was found among other points.
  void merge(const Found& other, std::size_t most_points);
};

/// Among the points of `box`; `most_points` are listed. A complex number is a NaN where one part is; else its sign is
/// that of the first part that is infinite.
template <class T> Found find(const Field<const T>& field, const Box& box, std::size_t most_points, int rank);
/// As find(...).total() > 0, but at once where there is one.
template <class T> bool finds_any(const Field<const T>& field, const Box& box);

} // namespace nopal::nan_checker
