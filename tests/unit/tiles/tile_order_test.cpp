// Random stencils, tile by tile. Each point of each variable holds its version and its coordinates, and every read must
// find the version that it would find if stages ran one after the other over everything.

#include "core/tiles/temporary_buffer.hpp"
#include "tests/support/cases.hpp"
#include "tests/unit/stencils/chains.hpp"
#include "tests/unit/tiles/random_models.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>

namespace nopal::test {
namespace tile_order_test {

using testing::ElementsAre;

/// The bits of a version at a point.
double stamp(int version, const Index& at) {
  std::uint64_t bits = static_cast<std::uint64_t>(version);
  for (const long x : at) bits = bits << 18 | static_cast<std::uint64_t>(x + 1000);
  return std::bit_cast<double>(bits);
}

/// A case: the box and how it is cut.
struct Cut {
  int dimension = 3;
  Box box;
  Index shape{1, 1, 1};
  int axis = TileOrder::no_axis;
  int members = 1;
};

Cut random_cut(int dimension) {
  Cut cut;
  cut.dimension = dimension;
  cut.members = draw(1, 4);
  cut.axis = draw(0, dimension - 1);
  if (cut.axis == 0) cut.axis = TileOrder::no_axis;
  for (int axis = 0; axis < 3; ++axis) {
    cut.box.lower[axis] = axis < dimension ? draw(-3, 3) : 0;
    cut.box.upper[axis] = cut.box.lower[axis] + (axis < dimension ? draw(1, 12) : 1);
    if (axis < dimension) cut.shape[axis] = draw(1, draw(0, 1) == 0 ? 12 : 3);
  }
  return cut;
}

/// Runs the stages of a model tile by tile and checks every read.
class Machine {
public:
  /// `lag`: what is taken from the skew of each stage. Other values than 0 are mistakes.
  Machine(const Model& model, const Cut& cut, long lag = 0)
      : model_(model), cut_(cut), order_(cut.box, cut.shape, cut.axis) {
    const std::vector<std::optional<Extent>>& computed = model.propagation.stages;
    Skews skews = find_skews(model.chain, computed, std::max(cut.axis, 0));
    for (std::size_t s = 0; s < computed.size(); ++s)
      stages_.push_back({computed[s].value_or(Extent{}), std::max(skews.stages[s] - lag, 0L)});
    shape_ = TemporaryShape(cut.shape, tile_temporaries(model.chain, computed, skews), cut.axis, cut.dimension);
    versions_.resize(model.chain.variables.size());
    for (int member = 0; member < cut.members; ++member) {
      buffers_.emplace_back().take(shape_);
      next_.push_back(order_.first_of(member, cut.members));
    }
  }

  void run() {
    std::vector<int> busy;
    while (true) {
      busy.clear();
      for (int m = 0; m < cut_.members; ++m)
        if (next_[m] < order_.first_of(m + 1, cut_.members)) busy.push_back(m);
      if (busy.empty()) return;
      run_tile(busy[draw(0, static_cast<int>(busy.size()) - 1)]);
    }
  }

  long wrong = 0;                                ///< reads that found another version
  std::map<std::pair<int, Index>, int> computed; ///< how often each stage computed each point
  std::set<std::pair<int, Index>> misaligned; ///< temporaries and first points that are not at a multiple of 64 bytes
  const TemporaryShape& shape() const { return shape_; }
  const TileOrder& order() const { return order_; }

private:
  void run_tile(int member) {
    TemporaryBuffer& buffer = buffers_[member];
    const Tile tile =
        order_.tile(next_[member]++, order_.first_of(member, cut_.members), order_.first_of(member + 1, cut_.members));
    buffer.enter(tile);
    for (int t = 0; t < shape_.count(); ++t) {
      buffer.fill_unwritten(t, tile, 0);
      const double* first = element(buffer, t, tile.box.lower);
      if (reinterpret_cast<std::uintptr_t>(first) % 64 != 0) misaligned.insert({t, tile.box.lower});
    }
    for (int s = 0; s < static_cast<int>(stages_.size()); ++s)
      if (model_.propagation.stages[s]) run_stage(s, tile, buffer);
  }

  void run_stage(int s, const Tile& tile, TemporaryBuffer& buffer) {
    const Box points = points_of(stages_[s], tile, cut_.axis);
    each_point(points, [&](const Index& at) {
      ++computed[{s, at}];
      for (const StageRead& read : model_.chain.stages[s].reads) check_read(s, read, at, tile, buffer);
    });
    each_point(points, [&](const Index& at) {
      for (const int v : model_.chain.stages[s].writes) write(v, at, tile, buffer, s + 1);
    });
  }

  void check_read(int s, const StageRead& read, const Index& at, const Tile& tile, TemporaryBuffer& buffer) {
    int version = 0;
    for (int earlier = 0; earlier < s; ++earlier)
      for (const int v : model_.chain.stages[earlier].writes)
        if (v == read.variable && model_.propagation.stages[earlier]) version = earlier + 1;
    const Box around{
        {at[0] + read.extent.lower[0], at[1] + read.extent.lower[1], at[2] + read.extent.lower[2]},
        {at[0] + read.extent.upper[0] + 1, at[1] + read.extent.upper[1] + 1, at[2] + read.extent.upper[2] + 1}};
    each_point(around, [&](const Index& there) {
      const int t = temporary(read.variable);
      if (t < 0) {
        const auto found = versions_[read.variable].find(there);
        if ((found == versions_[read.variable].end() ? 0 : found->second) != version) ++wrong;
      } else if (!shape_.held(t, tile).contains(there) || std::bit_cast<std::uint64_t>(*element(buffer, t, there)) !=
                                                              std::bit_cast<std::uint64_t>(stamp(version, there))) {
        ++wrong;
      }
    });
  }

  void write(int v, const Index& at, const Tile& tile, TemporaryBuffer& buffer, int version) {
    const int t = temporary(v);
    if (t < 0) {
      if (!cut_.box.contains(at)) ++wrong;
      versions_[v][at] = version;
    } else if (shape_.held(t, tile).contains(at)) {
      *element(buffer, t, at) = stamp(version, at);
    } else {
      ++wrong;
    }
  }

  double* element(TemporaryBuffer& buffer, int t, const Index& at) const {
    const Index& stride = shape_.stride();
    return buffer.origin(t) + at[0] * stride[0] + at[1] * stride[1] + at[2] * stride[2];
  }
  int temporary(int v) const {
    const auto found = std::find(model_.temporaries.begin(), model_.temporaries.end(), v);
    return found == model_.temporaries.end() ? -1 : static_cast<int>(found - model_.temporaries.begin());
  }
  template <class Visit> static void each_point(const Box& box, const Visit& visit) {
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i) visit(Index{i, j, k});
  }

  const Model& model_;
  Cut cut_;
  TileOrder order_;
  std::vector<TiledStage> stages_;
  TemporaryShape shape_;
  std::vector<TemporaryBuffer> buffers_;
  std::vector<long> next_;
  std::vector<std::map<Index, int>> versions_; ///< of variables with storage, where they have been written
};

TEST(TileOrder, EveryReadFindsItsVersion) {
  for (int n = 0, cases = number_of_cases(2000, 100'000); n < cases; ++n) {
    const int dimension = draw(1, 3);
    const Model model = random_model(dimension);
    const Cut cut = random_cut(dimension);
    Machine machine(model, cut);
    machine.run();
    ASSERT_EQ(machine.wrong, 0) << "case " << n;
    ASSERT_TRUE(machine.misaligned.empty()) << "case " << n;
  }
}

TEST(TileOrder, EachPointOfTheBoxIsComputedOnce) {
  for (int n = 0, cases = number_of_cases(300, 10'000); n < cases; ++n) {
    const int dimension = draw(1, 3);
    const Model model = random_model(dimension);
    const Cut cut = random_cut(dimension);
    Machine machine(model, cut);
    machine.run();
    const int last = static_cast<int>(model.chain.stages.size()) - 1;
    if (!model.propagation.stages[last] || !model.propagation.stages[last]->is_zero()) continue;
    long points = 0;
    for (const auto& [use, times] : machine.computed)
      if (use.first == last) points += times;
    EXPECT_EQ(points, cut.box.points());
  }
}

// One thread, tiles that are cut along one axis only.
TEST(TileOrder, NoStageComputesAPointTwiceInARun) {
  for (int n = 0, cases = number_of_cases(300, 10'000); n < cases; ++n) {
    const Model model = random_model(3);
    Cut cut = random_cut(3);
    cut.axis = draw(1, 2);
    cut.members = 1;
    for (int axis = 0; axis < 3; ++axis)
      if (axis != cut.axis) cut.shape[axis] = 12;
    Machine machine(model, cut);
    machine.run();
    for (const auto& [use, times] : machine.computed) ASSERT_EQ(times, 1);
    for (int s = 0; s < static_cast<int>(model.chain.stages.size()); ++s) {
      const std::optional<Extent>& extent = model.propagation.stages[s];
      if (!extent) continue;
      long points = 0, expected = 1;
      for (const auto& [use, times] : machine.computed) points += use.first == s;
      for (int axis = 0; axis < 3; ++axis) expected *= cut.box.extent(axis) + extent->upper[axis] - extent->lower[axis];
      ASSERT_EQ(points, expected);
    }
  }
}

TEST(TileOrder, TheModelFindsAMistakeInTheSkew) {
  const std::optional<Model> model = model_of(chain_of("in", {"lap = in<-1:1,-1:1>", "out = lap<0, -1:1>"}, {"lap"}));
  ASSERT_TRUE(model);
  const Cut cut{.box = {{0, 0, 0}, {8, 12, 1}}, .shape = {8, 3, 1}, .axis = 1};
  Machine right(*model, cut), wrong(*model, cut, 1);
  right.run();
  wrong.run();
  EXPECT_EQ(right.wrong, 0);
  EXPECT_GT(wrong.wrong, 0);
}

TEST(TemporaryShape, TheFirstPointThatIsNotHaloIsAlignedWhateverTheHaloIs) {
  const std::vector<TileTemporary> temporaries{{0, {{0, 0, 0}, {0, 0, 0}}, {}},
                                               {1, {{-3, -1, 0}, {1, 0, 0}}, {-1, 0}},
                                               {2, {{0, 0, 0}, {5, 2, 0}}, {0, 2}},
                                               {3, {{-9, 0, 0}, {0, 0, 0}}, {}}};
  for (const int axis : {TileOrder::no_axis, 1, 2}) {
    const TemporaryShape shape({20, 4, 3}, temporaries, axis, 3);
    TemporaryBuffer buffer;
    buffer.take(shape);
    const TileOrder order({{1, -2, 5}, {50, 9, 11}}, {20, 4, 3}, axis);
    for (long n = 0; n < order.n_tiles(); ++n) {
      const Tile tile = order.tile(n, 0, order.n_tiles());
      buffer.enter(tile);
      for (int t = 0; t < shape.count(); ++t)
        for (long k = tile.box.lower[2]; k < tile.box.upper[2]; ++k)
          for (long j = tile.box.lower[1]; j < tile.box.upper[1]; ++j) {
            const double* point = buffer.origin(t) + tile.box.lower[0] + j * shape.stride()[1] + k * shape.stride()[2];
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(point) % 64, 0) << t << ' ' << j << ' ' << k;
          }
    }
  }
}

TEST(TemporaryShape, ATemporaryHasTheSlabsOfItsOwnWindow) {
  const std::vector<TileTemporary> temporaries{{0, {}, {0, 0}}, {1, {}, {-1, 0}}, {2, {{0, 0, -4}, {}}, {-2, 3}}};
  const TemporaryShape shape({20, 4, 2}, temporaries, 2, 3);
  EXPECT_EQ(shape.slabs(0), 2);                          // the tile
  EXPECT_EQ(shape.slabs(1), 1 + 2);                      // what the tile before has computed, and two more
  EXPECT_EQ(shape.slabs(2), 7 + 2 * 7);                  // the first tile needs most
  EXPECT_EQ(shape.in_use(), (2 + 3 + 9) * shape.slab()); // windows and tiles
  EXPECT_GE(shape.elements(), 26 * shape.slab());
  EXPECT_EQ(TemporaryShape({20, 4, 2}, temporaries, TileOrder::no_axis, 3).slabs(2), 1);
}

/// The fourth-order diffusion with a flux limiter.
StageChain diffusion() {
  return chain_of("in out",
                  {"lap = in<-1:1,-1:1>", "flx = in<0:1> + lap<0:1>", "fly = in<0,0:1> + lap<0,0:1>",
                   "out = in + flx<-1:0> + fly<0,-1:0> + coeff"},
                  {"lap", "flx", "fly"});
}

TEST(Skews, OfTheDiffusion) {
  StageChain chain = diffusion();
  const Skews skews = find_skews(chain, propagate(chain).stages, 1);
  EXPECT_THAT(skews.stages, ElementsAre(1, 0, 0, 0));
  EXPECT_EQ(skews.windows[variable_of(chain, "lap")], (TileWindow{0, 1}));
  EXPECT_EQ(skews.windows[variable_of(chain, "flx")], (TileWindow{0, 0}));
  EXPECT_EQ(skews.windows[variable_of(chain, "fly")], (TileWindow{-1, 0}));
  EXPECT_EQ(skews.windows[variable_of(chain, "in")], std::nullopt);
}

} // namespace tile_order_test
} // namespace nopal::test
