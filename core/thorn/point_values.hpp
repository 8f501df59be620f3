#pragma once
// Values of grid functions at points that a function chooses while it runs: Call::interpolate().

#include "core/grid/point_set.hpp"
#include "core/variables/variables.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace nopal {

/// The values of some slots at the points of this process. It keeps what it needs, so it lasts as long as the function
/// likes, but the values are those of the moment at which it was made.
class PointValues {
public:
  /// values[s]: those of slot s at the grid points of `runs`, one after another, with the size of its type. `runs` are
  /// runs_of(interpolants).
  PointValues(const Variables& variables, std::span<const Slot> slots, std::vector<Interpolant> interpolants,
              std::vector<PointRun> runs, std::vector<std::vector<std::byte>> values);

  /// The number of points of this process.
  std::size_t points() const { return interpolants_.size(); }
  /// Whether the value at a point is that of one grid point.
  bool is_of_one_grid_point(std::size_t point) const { return interpolants_[point].points() == 1; }

  /// Returns the value of a slot at a point. Slots and points have the numbers that they had in the call. T is double
  /// for real and integer grid functions, std::complex<double> for complex ones, and std::int64_t for the value of an
  /// integer grid function that is_of_one_grid_point(). The value of one grid point has the bits that it has there.
  /// Otherwise it is the sum of weights times values in a fixed order. Throws Error for another T.
  template <class T> T at(std::size_t slot, std::size_t point) const;
  /// Returns at<double>(slot, point) for each point.
  std::vector<double> all(std::size_t slot = 0) const;

private:
  /// The most grid points of an interpolant.
  static constexpr std::size_t most_values =
      std::size_t{most_interpolant_points} * most_interpolant_points * most_interpolant_points;

  template <class Stored, class Value>
  void around(std::size_t slot, std::size_t point, std::array<Value, most_values>& values) const;
  std::size_t run_of(const Index& grid_point) const;

  std::vector<Type> types_;
  std::vector<Interpolant> interpolants_;
  std::vector<PointRun> runs_;
  std::vector<long> first_; ///< for each run the position of its first value
  std::vector<std::vector<std::byte>> values_;
};

/// Returns the interpolants of points. `points` has the coordinates of one point after another, each with a coordinate
/// for each axis of the grid. Throws Error if a point lies outside the grid, or a coordinate is not finite; it names
/// the first such point.
std::vector<Interpolant> interpolants_at(const Domain& domain, std::span<const double> points,
                                         Interpolation interpolation);

} // namespace nopal
