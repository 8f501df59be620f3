#pragma once
// A model of epochs: each point of each array holds the stamp of the stage that wrote it last. The reference runs the
// stages one after the other over all points, and knows the stamp that every read must find.

#include "tests/unit/tiles/epoch_cases.hpp"

#include <optional>

namespace nopal::test {

constexpr int missing = -1;  // the stamp of points that hold no values
constexpr int anything = -2; // the stamp of points of which nobody may read the values
constexpr int before = -3;   // minus the array: the stamp of values from before the epoch

template <class Visit> void each_point(const Box& box, const Visit& visit) {
  for (long k = box.lower[2]; k < box.upper[2]; ++k)
    for (long j = box.lower[1]; j < box.upper[1]; ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) visit(Index{i, j, k});
}

/// Stamps of an array at the points of a box.
class Stamps {
public:
  explicit Stamps(const Box& box) : box_(box), stamps_(static_cast<std::size_t>(box.points()), missing) {}
  const Box& box() const { return box_; }
  std::size_t number(const Index& at) const {
    return static_cast<std::size_t>(
        ((at[2] - box_.lower[2]) * box_.extent(1) + at[1] - box_.lower[1]) * box_.extent(0) + at[0] - box_.lower[0]);
  }
  int at(const Index& point) const { return box_.contains(point) ? stamps_[number(point)] : missing; }
  void set(const Index& point, int stamp) { stamps_[number(point)] = stamp; }
  void set(const Box& points, int stamp) {
    each_point(points, [&](const Index& point) { set(point, stamp); });
  }
  bool any_missing(const Box& points) const {
    bool any = false;
    each_point(points, [&](const Index& point) { any = any || at(point) == missing; });
    return any;
  }

private:
  Box box_;
  std::vector<int> stamps_;
};

/// The points of a process of a case.
struct ProcessPoints {
  EpochPart part;
  DeepGhosts ghosts;
  std::vector<std::optional<Extent>> before; ///< read_from_before()
  std::vector<std::vector<Box>> boxes;       ///< those that it computes in each stage
  Box stored;                                ///< the owned points and the ghosts of all arrays
};

/// Returns the points of each process that owns some.
std::vector<ProcessPoints> processes_of(const Case& of);
/// Returns the points that a process computes in each stage.
std::vector<std::vector<Box>> boxes_of_stages(const Epoch& epoch, const DeepGhosts& ghosts, const EpochPart& part);
/// Returns the stamps of the arrays of a process before the epoch: owned points and those ghosts whose
/// values from before the epoch are read.
std::vector<Stamps> stamps_before(const ProcessPoints& points);

/// What the stages read and leave behind if they run one after the other over the whole grid.
class Reference {
public:
  explicit Reference(const Case& of);
  /// Calls visit(array, point, stamp) for each point that a stage reads at the point `at`: it must find this stamp.
  /// Points beside the grid are left out. Returns false if `at` is one.
  template <class Visit> bool each_read(int stage, const Index& at, const Visit& visit) const {
    const auto own = home(at);
    if (!own) return false;
    const auto s = static_cast<std::size_t>(stage);
    auto stamp = read_[s][stamps_.front().number(*own)].begin();
    for (std::size_t r = 0; r < of_.reads[s].size(); ++r)
      for (const Index& offset : of_.reads[s][r]) {
        const Index point{at[0] + offset[0], at[1] + offset[1], at[2] + offset[2]};
        if (home(point)) visit(of_.chain.stages[s].reads[r].variable, point, *stamp);
        ++stamp;
      }
    return true;
  }
  int last(int array, const Index& point) const { return stamps_[static_cast<std::size_t>(array)].at(point); }

private:
  /// Returns the point of the grid that this point is an image of. nullopt: the point lies beside the grid.
  std::optional<Index> home(Index point) const;
  void forget(int iteration);
  void run(int s);

  const Case& of_;
  std::vector<Stamps> stamps_; ///< of each array
  /// Of each stage and point: the stamps that the stage finds, in the order of Case::reads; 0 beside the grid.
  std::vector<std::vector<std::vector<int>>> read_;
};

} // namespace nopal::test
