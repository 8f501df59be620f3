// Epochs by skewed tiles, checked by brute force. A model stamps each point of each array with the stage that wrote it
// last. In random epochs, cut into tiles and processes at random, every read must find the stamp that it finds if the
// calls run one after the other over all points.
//
// NOPAL_LONG_TESTS=1 runs 100,000 cases.

#include "core/tiles/epoch.hpp"
#include "core/tiles/skewed_tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

namespace nopal::test {
namespace {

constexpr long beyond = 1000; // more points than all ghost zones have
constexpr int missing = -1;   // the stamp of points that hold no values
constexpr int anything = -2;  // the stamp of points of which nobody may read the values
constexpr int before = -3;    // minus the array: the stamp of values from before the epoch

class Random {
public:
  explicit Random(unsigned seed) : bits_(seed) {}
  long draw(long lowest, long highest) { return std::uniform_int_distribution(lowest, highest)(bits_); }
  bool one_in(int n) { return draw(1, n) == 1; }

private:
  std::mt19937 bits_;
};

/// The offsets of a read: the corners of the extent, and one point in it.
using ReadPoints = std::vector<Index>;

struct Case {
  Epoch plain; ///< no variable gives its storage away
  Epoch epoch; ///< some do
  int dimension = 1;
  Box grid;
  std::array<bool, 3> periodic{false, false, false};
  Index processes{1, 1, 1};
  Index shape{0, 0, 0}; ///< of the tiles
  StageChain plain_chain{}, chain{};
  std::vector<std::vector<ReadPoints>> reads{}; ///< of each stage
};

Extent random_extent(Random& random, int dimension) {
  Extent extent;
  const long reach = random.draw(0, 3);
  for (int axis = 0; axis < dimension; ++axis) {
    extent.lower[axis] = static_cast<int>(random.draw(-reach, reach));
    extent.upper[axis] = static_cast<int>(random.draw(extent.lower[axis], reach));
  }
  return extent;
}

/// The interior, the boundary, or everything. Along periodic axes they have no end.
std::vector<Box> random_boxes(Random& random, const Case& of) {
  Box all = of.grid, interior = of.grid;
  for (int axis = 0; axis < of.dimension; ++axis) {
    const long width = of.periodic[axis] ? -beyond : 1;
    interior.lower[axis] += width;
    interior.upper[axis] -= width;
    if (!of.periodic[axis]) continue;
    all.lower[axis] -= beyond;
    all.upper[axis] += beyond;
  }
  switch (random.draw(0, 3)) {
  case 0:
    return {all};
  case 1:
    return difference(all, interior);
  default:
    return {interior};
  }
}

EpochCall random_call(Random& random, const Case& of) {
  EpochCall call;
  const auto n_variables = static_cast<long>(of.epoch.timelevels.size());
  const auto slot = [&](bool newest) {
    const int variable = static_cast<int>(random.draw(0, n_variables - 1));
    const int timelevel = newest ? 0 : static_cast<int>(random.draw(0, of.epoch.timelevels[variable] - 1));
    return EpochWrite{variable, timelevel};
  };
  for (long n = random.draw(1, 2); n > 0; --n) {
    const EpochWrite write = slot(!random.one_in(6));
    if (std::ranges::none_of(call.writes, [&](const EpochWrite& other) {
          return other.variable == write.variable && other.timelevel == write.timelevel;
        }))
      call.writes.push_back(write);
  }
  for (long n = random.draw(0, 3); n > 0; --n) {
    const EpochWrite read = slot(random.one_in(3));
    const bool is_written = std::ranges::any_of(call.writes, [&](const EpochWrite& write) {
      return write.variable == read.variable && write.timelevel == read.timelevel;
    });
    call.reads.push_back({read.variable, read.timelevel, is_written ? Extent{} : random_extent(random, of.dimension)});
  }
  call.boxes = random_boxes(random, of);
  return call;
}

std::vector<Index> points_read(Random& random, const Extent& extent, int dimension) {
  std::vector<Index> offsets;
  for (int corner = 0; corner < 1 << dimension; ++corner) {
    Index& offset = offsets.emplace_back(Index{0, 0, 0});
    for (int axis = 0; axis < dimension; ++axis)
      offset[axis] = (corner >> axis & 1) != 0 ? extent.upper[axis] : extent.lower[axis];
  }
  Index& inside = offsets.emplace_back(Index{0, 0, 0});
  for (int axis = 0; axis < dimension; ++axis) inside[axis] = random.draw(extent.lower[axis], extent.upper[axis]);
  return offsets;
}

/// Every variable that may give its storage does so.
void complete(Random& random, Case& of) {
  of.plain = of.epoch;
  for (int v = 0; v < static_cast<int>(of.plain.timelevels.size()); ++v)
    of.epoch.gives.push_back(may_give_storage(of.plain, v) ? 1 : 0);
  of.epoch.keeps_oldest = random.one_in(2);
  of.plain_chain = unrolled(of.plain);
  of.chain = unrolled(of.epoch);
  for (const Stage& stage : of.chain.stages) {
    std::vector<ReadPoints>& all = of.reads.emplace_back();
    for (const StageRead& read : stage.reads) all.push_back(points_read(random, read.extent, of.dimension));
  }
}

Case random_case(unsigned seed) {
  Random random(seed);
  Case of;
  of.dimension = static_cast<int>(random.draw(1, 3));
  constexpr long most[] = {30, 10, 6}; // points along an axis
  of.grid = {{0, 0, 0}, {1, 1, 1}};
  for (int axis = 0; axis < of.dimension; ++axis) {
    of.grid.upper[axis] = random.draw(3, most[of.dimension - 1]);
    of.periodic[axis] = random.one_in(3);
    if (random.one_in(2)) of.shape[axis] = random.draw(1, of.grid.extent(axis) + 2);
    if (random.one_in(3)) of.processes[axis] = random.draw(2, 3);
  }
  for (long n = random.draw(1, 4); n > 0; --n) of.epoch.timelevels.push_back(static_cast<int>(random.draw(1, 3)));
  for (long n = random.draw(1, 6); n > 0; --n) of.epoch.calls.push_back(random_call(random, of));
  of.epoch.iterations = static_cast<int>(random.draw(1, 8));
  complete(random, of);
  return of;
}

/// Stamps of all arrays at the points of a box.
class Stamps {
public:
  Stamps(const Box& box, std::size_t n_arrays) : box_(box), stamps_(n_arrays) {
    for (auto& stamps : stamps_) stamps.assign(static_cast<std::size_t>(box.points()), missing);
  }
  const Box& box() const { return box_; }
  std::size_t number(const Index& at) const {
    return static_cast<std::size_t>(
        ((at[2] - box_.lower[2]) * box_.extent(1) + at[1] - box_.lower[1]) * box_.extent(0) + at[0] - box_.lower[0]);
  }
  int at(int array, const Index& point) const {
    return box_.contains(point) ? stamps_[static_cast<std::size_t>(array)][number(point)] : missing;
  }
  void set(int array, const Index& point, int stamp) {
    stamps_[static_cast<std::size_t>(array)][number(point)] = stamp;
  }
  void set(int array, const Box& points, int stamp) {
    each(points, [&](const Index& point) { set(array, point, stamp); });
  }
  template <class Visit> static void each(const Box& box, const Visit& visit) {
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i) visit(Index{i, j, k});
  }

private:
  Box box_;
  std::vector<std::vector<int>> stamps_;
};

/// What the stages read and leave behind if they run one after the other over the whole grid.
class Reference {
public:
  explicit Reference(const Case& of) : of_(of), stamps_(of.grid, of.chain.variables.size()) {
    for (int a = 0; a < static_cast<int>(of.chain.variables.size()); ++a) stamps_.set(a, of.grid, before - a);
    for (int s = 0; s < static_cast<int>(of.chain.stages.size()); ++s) {
      if (s % static_cast<int>(of.plain.calls.size()) == 0) forget(s / static_cast<int>(of.plain.calls.size()) + 1);
      run(s);
    }
  }
  /// The point of the grid that this point is an image of; nothing outside of the grid.
  std::optional<Index> home(Index point) const {
    for (int axis = 0; axis < of_.dimension; ++axis)
      if (const long n = of_.grid.extent(axis); of_.periodic[axis]) point[axis] = (point[axis] % n + n) % n;
    return of_.grid.contains(point) ? std::optional(point) : std::nullopt;
  }
  /// The stamps that the stage finds at a point of the grid, in the order of Case::reads; 0 beside the grid.
  const std::vector<int>& read(int stage, const Index& point) const {
    return read_[static_cast<std::size_t>(stage)][stamps_.number(point)];
  }
  int last(int array, const Index& point) const { return stamps_.at(array, point); }

private:
  /// After the cycle, timelevel 0 holds no values that a call may read.
  void forget(int iteration) {
    for (int v = 0; v < static_cast<int>(of_.plain.timelevels.size()); ++v)
      if (of_.epoch.gives_storage(v)) stamps_.set(array_of(of_.plain, v, 0, iteration), of_.grid, anything);
  }
  void run(int s) {
    const Stage& stage = of_.plain_chain.stages[static_cast<std::size_t>(s)];
    auto& read = read_.emplace_back(static_cast<std::size_t>(of_.grid.points()));
    for (const Box& box : of_.epoch.calls[static_cast<std::size_t>(s) % of_.epoch.calls.size()].boxes)
      Stamps::each(intersection(box, of_.grid), [&](const Index& point) {
        for (std::size_t r = 0; r < stage.reads.size(); ++r)
          for (const Index& offset : of_.reads[static_cast<std::size_t>(s)][r]) {
            const auto at = home({point[0] + offset[0], point[1] + offset[1], point[2] + offset[2]});
            read[stamps_.number(point)].push_back(at ? stamps_.at(stage.reads[r].variable, *at) : 0);
          }
      });
    // A stage reads what it writes at its own points only, so the order of the points plays no part.
    for (const Box& box : of_.epoch.calls[static_cast<std::size_t>(s) % of_.epoch.calls.size()].boxes)
      for (const int array : stage.writes) stamps_.set(array, intersection(box, of_.grid), s);
  }

  const Case& of_;
  Stamps stamps_;
  std::vector<std::vector<std::vector<int>>> read_; ///< of each stage and point
};

/// The points that the process computes in each stage.
std::vector<std::vector<Box>> boxes_of_stages(const Epoch& epoch, const DeepGhosts& ghosts, const EpochPart& part) {
  std::vector<std::vector<Box>> boxes;
  for (std::size_t s = 0; s < ghosts.stages.size(); ++s) {
    const Box points = points_of(part, ghosts.stages[s]);
    std::vector<Box>& all = boxes.emplace_back();
    for (const Box& box : epoch.calls[s % epoch.calls.size()].boxes)
      if (const Box common = intersection(box, points); !common.empty()) all.push_back(common);
  }
  return boxes;
}

/// One process of a case, which computes its part in tiles.
class Process {
public:
  Process(const Case& of, const Reference& reference, const EpochPart& part,
          const std::array<std::vector<long>, 3>& skews)
      : of_(of), reference_(reference), part_(part), ghosts_(deep_ghosts(of.chain)), skews_(skews),
        boxes_(boxes_of_stages(of.epoch, ghosts_, part)), tiles_(boxes_, skews, of.shape),
        stamps_(stored(), of.chain.variables.size()) {
    for (std::size_t array = 0; array < ghosts_.arrays.size(); ++array) {
      const int stamp = before - static_cast<int>(array);
      stamps_.set(static_cast<int>(array), part_.owned, stamp);
      if (ghosts_.arrays[array]) stamps_.set(static_cast<int>(array), grown(*ghosts_.arrays[array]), stamp);
    }
    for (int axis = 0; axis < 3; ++axis)
      if (of.shape[axis] > 0) windows_[axis] = windows_of_arrays(of.chain, skews[axis], axis);
    for (const auto& boxes : boxes_) {
      expected_.push_back(0);
      for (const Box& box : boxes) expected_.back() += box.points();
    }
  }

  /// Returns what is wrong first; empty: nothing.
  std::string run() {
    std::vector<long> computed(of_.chain.stages.size(), 0);
    for (long tile = 0; tile < tiles_.n_tiles() && wrong_.empty(); ++tile)
      for (int s = 0; s < static_cast<int>(of_.chain.stages.size()); ++s)
        for (const Box& points : boxes_[static_cast<std::size_t>(s)]) {
          const Box box = intersection(points, tiles_.reach(tile, s));
          computed[static_cast<std::size_t>(s)] += box.points();
          Stamps::each(box, [&](const Index& point) { compute(tile, s, point); });
        }
    // All points together are as many as there are, and none is computed twice (compute()): each is computed once.
    if (wrong_.empty() && computed != expected_) wrong_ = "points are left out";
    for (int v = 0; v < static_cast<int>(of_.epoch.timelevels.size()) && wrong_.empty(); ++v)
      for (int timelevel = 0; timelevel < of_.epoch.timelevels[static_cast<std::size_t>(v)]; ++timelevel)
        if (lost_timelevel(of_.epoch, v) != timelevel) compare(v, timelevel);
    return wrong_;
  }

private:
  void compare(int variable, int timelevel) {
    const int own = array_after(of_.epoch, variable, timelevel);
    const int right = array_of(of_.plain, variable, timelevel, of_.plain.iterations);
    Stamps::each(part_.owned, [&](const Index& point) {
      const int stamp = reference_.last(right, point);
      if (stamp != anything && stamps_.at(own, point) != stamp) wrong_ = "a point does not hold its last values";
    });
  }
  Box grown(const Extent& by) const {
    Box box = part_.owned;
    for (int axis = 0; axis < 3; ++axis) {
      if (part_.lower[axis]) box.lower[axis] += by.lower[axis];
      if (part_.upper[axis]) box.upper[axis] += by.upper[axis];
    }
    return box;
  }
  Box stored() const {
    Box box = part_.owned;
    for (const auto& extent : ghosts_.arrays)
      if (extent) box = hull(box, grown(*extent));
    for (const Extent& extent : ghosts_.stages) box = hull(box, grown(extent));
    return box;
  }
  void look_at_windows(long tile, int array, const Index& at) {
    for (int axis = 0; axis < 3; ++axis) {
      if (of_.shape[axis] == 0) continue;
      const auto [lower, upper] = tiles_.along(tile, axis);
      const TileWindow& window = windows_[axis][static_cast<std::size_t>(array)].value();
      if (at[axis] < lower + window.behind || at[axis] >= upper + window.ahead) wrong_ = "a point is not in its window";
    }
  }
  void compute(long tile, int s, const Index& point) {
    const auto home = reference_.home(point);
    if (!home) {
      wrong_ = "a point beside the grid is computed";
      return;
    }
    const std::vector<int>& expected = reference_.read(s, *home);
    const Stage& stage = of_.chain.stages[static_cast<std::size_t>(s)];
    std::size_t n = 0;
    for (std::size_t r = 0; r < stage.reads.size(); ++r)
      for (const Index& offset : of_.reads[static_cast<std::size_t>(s)][r]) {
        const int array = stage.reads[r].variable;
        const Index at{point[0] + offset[0], point[1] + offset[1], point[2] + offset[2]};
        if (const int right = expected[n++]; reference_.home(at)) {
          if (right != anything && stamps_.at(array, at) != right) wrong_ = "a read finds another version";
          look_at_windows(tile, array, at);
        }
      }
    for (const int array : stage.writes) {
      if (stamps_.at(array, point) == s) wrong_ = "a point is computed twice";
      stamps_.set(array, point, s);
      look_at_windows(tile, array, point);
    }
  }

  const Case& of_;
  const Reference& reference_;
  EpochPart part_;
  DeepGhosts ghosts_;
  std::array<std::vector<long>, 3> skews_;
  std::vector<std::vector<Box>> boxes_;
  SkewedTiles tiles_;
  Stamps stamps_;
  std::array<std::vector<std::optional<TileWindow>>, 3> windows_;
  std::vector<long> expected_; ///< points of each stage
  std::string wrong_;
};

EpochPart part_of(const Case& of, const Index& process) {
  EpochPart part;
  part.owned = of.grid;
  for (int axis = 0; axis < of.dimension; ++axis) {
    const long n = of.processes[axis], points = of.grid.extent(axis);
    part.owned.lower[axis] = points * process[axis] / n;
    part.owned.upper[axis] = points * (process[axis] + 1) / n;
    part.lower[axis] = process[axis] > 0 || of.periodic[axis];
    part.upper[axis] = process[axis] < n - 1 || of.periodic[axis];
  }
  return part;
}

/// Returns what is wrong with any process; empty: nothing.
std::string wrong_with(const Case& of, const std::array<std::vector<long>, 3>& skews) {
  const Reference reference(of);
  std::string wrong;
  Stamps::each({{0, 0, 0}, of.processes}, [&](const Index& process) {
    const EpochPart part = part_of(of, process);
    if (!part.owned.empty() && wrong.empty()) wrong = Process(of, reference, part, skews).run();
  });
  return wrong;
}

TEST(Epochs, EveryReadFindsItsVersion) {
  const unsigned cases = std::getenv("NOPAL_LONG_TESTS") != nullptr ? 100'000 : 500;
  unsigned cut = 0, split = 0, wrapped = 0, given = 0;
  for (unsigned seed = 1; seed <= cases; ++seed) {
    const Case of = random_case(seed);
    ASSERT_EQ(update_with_neighbours(of.epoch), nullptr);
    ASSERT_EQ(wrong_with(of, skews_of(of.chain, of.shape)), "") << "seed " << seed;
    cut += of.shape != Index{0, 0, 0} ? 1 : 0;
    split += of.processes != Index{1, 1, 1} ? 1 : 0;
    wrapped += of.periodic[0] || of.periodic[1] || of.periodic[2] ? 1 : 0;
    given += std::ranges::count(of.epoch.gives, 1) > 0 ? 1 : 0;
  }
  EXPECT_GT(std::min({cut, split, wrapped, given}), cases / 4) << "the cases are as they should be";
}

/// The wave equation: the new values follow from two earlier timelevels, and the boundary is set after the interior.
Case wave(int iterations, long shape) {
  Case of;
  of.dimension = 2;
  of.grid = {{0, 0, 0}, {9, 9, 1}};
  of.shape = {0, shape, 0};
  const Extent around{{-1, -1, 0}, {1, 1, 0}};
  const Box interior{{1, 1, 0}, {8, 8, 1}};
  of.epoch = {{3},
              {{"evolve", {{0, 1, around}, {0, 2, {}}}, {{0, 0}}, {interior}},
               {"boundary", {}, {{0, 0}}, difference(of.grid, interior)}},
              iterations};
  Random random(1);
  complete(random, of);
  return of;
}

TEST(Epochs, AWrongSkewIsFound) {
  const Case of = wave(4, 2);
  std::array<std::vector<long>, 3> skews = skews_of(of.chain, of.shape);
  ASSERT_EQ(wrong_with(of, skews), "");
  unsigned wrong = 0, found = 0;
  for (long& skew : skews[1])
    for (const long by : {-1L, 1L}) {
      skew += by;
      found += wrong_with(of, skews).empty() ? 0 : 1;
      ++wrong;
      skew -= by;
    }
  EXPECT_GE(found, wrong / 2) << "a stage may have room on one side";
  unsigned random_found = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const Case other = random_case(seed);
    auto changed = skews_of(other.chain, other.shape);
    for (auto& along : changed)
      if (const auto one = std::ranges::max_element(along); one != along.end() && *one > 0) --*one;
    random_found += wrong_with(other, changed).empty() ? 0 : 1;
  }
  EXPECT_GT(random_found, 20U);
}

TEST(Epochs, TheWaveMovesOnByOnePointAnIteration) {
  const Case of = wave(4, 2);
  // evolve and boundary of iteration 1, then of iteration 2, …: the earlier, the further ahead.
  EXPECT_EQ(skews_of(of.chain, of.shape)[1], (std::vector<long>{3, 3, 2, 2, 1, 1, 0, 0}));
  const DeepGhosts ghosts = deep_ghosts(of.chain);
  EXPECT_EQ(ghosts.stages[0], (Extent{{-3, -3, 0}, {3, 3, 0}}));
  EXPECT_EQ(ghosts.stages[6], Extent{});
  EXPECT_EQ(ghosts.arrays[array_of(of.epoch, 0, 1, 1)], (Extent{{-4, -4, 0}, {4, 4, 0}}));
  EXPECT_EQ(ghosts.arrays[array_of(of.epoch, 0, 2, 1)], (Extent{{-3, -3, 0}, {3, 3, 0}}));
}

TEST(Epochs, CyclingRenamesArrays) {
  Epoch epoch{{2, 3}, {}, 1};
  EXPECT_EQ(array_of(epoch, 0, 0, 0), 0);
  EXPECT_EQ(array_of(epoch, 0, 1, 1), 0);
  EXPECT_EQ(array_of(epoch, 0, 0, 1), 1);
  EXPECT_EQ(array_of(epoch, 1, 2, 2), 2);
  EXPECT_EQ(array_of(epoch, 1, 0, 3), 2);
  EXPECT_TRUE(unrolled(epoch).stages.empty());
}

TEST(Epochs, StorageIsGivenOnlyIfNobodyReadsItAfterTheWrite) {
  const Box box{{0, 0, 0}, {4, 1, 1}}, other{{4, 0, 0}, {8, 1, 1}};
  Epoch epoch{{2}, {{"step", {{0, 1, {}}}, {{0, 0}}, {box}}}, 1};
  EXPECT_TRUE(may_give_storage(epoch, 0));
  epoch.calls[0].reads_first = false;
  EXPECT_FALSE(may_give_storage(epoch, 0)) << "the call itself";
  epoch.calls[0].reads_first = true;
  epoch.calls.push_back({"later", {{0, 1, {}}}, {}, {box}});
  EXPECT_FALSE(may_give_storage(epoch, 0)) << "a later call";
  epoch.calls[1].boxes = {other};
  EXPECT_TRUE(may_give_storage(epoch, 0)) << "a later call, elsewhere";
  epoch.calls[1].reads[0].extent = {{-1, 0, 0}, {0, 0, 0}};
  EXPECT_FALSE(may_give_storage(epoch, 0)) << "at another point";
  EXPECT_FALSE(may_give_storage({{1}, {}, 1}, 0)) << "there is no old timelevel";
}

TEST(Epochs, AnUpdateInPlaceThatReadsNeighboursCannotBeTiled) {
  Epoch epoch{
      {1, 2}, {{"copy", {{0, 0, {}}}, {{1, 0}}, {}}, {"relax", {{1, 0, {{-1, 0, 0}, {0, 0, 0}}}}, {{1, 0}}, {}}}, 1};
  EXPECT_EQ(update_with_neighbours(epoch), &epoch.calls[1]);
  epoch.calls[1].reads[0].extent = {};
  EXPECT_EQ(update_with_neighbours(epoch), nullptr);
  epoch.calls[1].reads[0] = {1, 1, {{-1, 0, 0}, {0, 0, 0}}};
  EXPECT_EQ(update_with_neighbours(epoch), nullptr) << "another timelevel";
}

} // namespace
} // namespace nopal::test
