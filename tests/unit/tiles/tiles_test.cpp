// A small tiler: it takes the steps of a bin, cuts the boxes of two kernels into tiles and reorders the launches.

#include "core/launch/bound_kernel.hpp"
#include "core/plugins/loader.hpp"
#include "core/schedule/bin_steps.hpp"
#include "tests/support/array_memory.hpp"
#include "tests/unit/schedule/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

namespace nopal::test {
namespace tiles_test {

using testing::ElementsAre;

/// One launch: a step and some of its points.
struct Piece {
  const Step* step;
  LaunchBox box;
};
using BoxesOf = std::function<std::vector<LaunchBox>(const Step&)>;

std::vector<Box> cut(const Box& whole, const Index& shape) {
  std::vector<Box> tiles;
  for (long k = whole.lower[2]; k < whole.upper[2]; k += shape[2])
    for (long j = whole.lower[1]; j < whole.upper[1]; j += shape[1])
      for (long i = whole.lower[0]; i < whole.upper[0]; i += shape[0])
        tiles.push_back(intersection(whole, {{i, j, k}, {i + shape[0], j + shape[1], k + shape[2]}}));
  return tiles;
}

/// Returns the launches tile by tile. Each tile has all calls of the list in their order.
std::vector<Piece> tiled(const std::vector<Step>& list, const BoxesOf& boxes_of, const std::vector<Box>& tiles) {
  std::vector<Piece> pieces;
  for (const Box& tile : tiles)
    for (const Step& step : list) {
      if (step.kind != StepKind::call) continue;
      for (LaunchBox box : boxes_of(step)) {
        box.box = intersection(box.box, tile);
        if (!box.box.empty()) pieces.push_back({&step, box});
      }
    }
  return pieces;
}

std::string file_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

const Kernel& kernel_of(const Routine& routine) {
  const Plugin& plugin = load_plugin(NOPAL_TEST_THORNS "/libpair.so", "thorn", "pair");
  for (int n = 0; n < plugin.n_kernels; ++n)
    if (routine.name == plugin.kernels[n]->name) return *plugin.kernels[n];
  throw Error("no kernel " + routine.name);
}

/// The thorn `pair` on one process. u and sum hold numbers that differ from point to point.
struct PairRun {
  PairRun() : world({file_text(NOPAL_TEST_THORNS "/pair.yaml")}), schedule(world.build()) {
    for (const int v : {world.variable("pair::u"), world.variable("pair::sum")}) {
      auto* values = reinterpret_cast<double*>(memory.data({v, 0}));
      for (long n = 0; n < memory.layout(v).size; ++n)
        values[n] = 0.1 + static_cast<double>((n * 7919 + v) % 1009) / 97;
    }
  }
  static DomainSpec spec() {
    DomainSpec spec;
    spec.cells = {13, 8, 9};
    return spec;
  }
  std::vector<LaunchBox> boxes(const Step& step) const {
    return launch_boxes(decomposition, 0, step.routine->writes.front().region);
  }
  void launch(const Step& step, std::span<const LaunchBox> boxes, HostVersion version) {
    BoundKernel bound(kernel_of(*step.routine), world.variables, world.parameters, kernel_grid(decomposition.domain()));
    bound.run_on_host(memory, boxes, step.clock, version);
  }
  std::vector<std::byte> bits() {
    std::vector<std::byte> all;
    for (const char* name : {"pair::flow", "pair::sum"}) {
      const int v = world.variable(name);
      const std::byte* data = memory.data({v, 0});
      all.insert(all.end(), data, data + static_cast<std::size_t>(memory.layout(v).size) * sizeof(double));
    }
    return all;
  }

  World world;
  Schedule schedule;
  Decomposition decomposition{Domain(spec()), 1};
  ArrayMemory memory{world.variables, decomposition, 0};
};

std::vector<std::byte> bits_of_plain_order() {
  PairRun run;
  BinSteps steps(run.schedule);
  steps.start("evol", {0.25, 0.125, 4});
  for (const Step& step : steps.next())
    if (step.kind == StepKind::call) run.launch(step, run.boxes(step), HostVersion::plain);
  return run.bits();
}

TEST(Tiles, TheOrderOfTwoKernelsTileByTileGivesTheSameBits) {
  const std::vector<std::byte> expected = bits_of_plain_order();
  EXPECT_NE(expected, PairRun().bits());
  for (const HostVersion version : {HostVersion::plain, HostVersion::checked})
    for (const Index shape : {Index{100, 100, 100}, Index{100, 3, 2}, Index{5, 4, 3}, Index{1, 1, 1}}) {
      PairRun run;
      BinSteps steps(run.schedule);
      steps.start("evol", {0.25, 0.125, 4});
      const std::vector<Step>& list = steps.next();
      const auto pieces =
          tiled(list, [&](const Step& step) { return run.boxes(step); }, cut(run.decomposition.stored(0), shape));
      for (const Piece& piece : pieces) run.launch(*piece.step, {&piece.box, 1}, version);
      EXPECT_EQ(run.bits(), expected) << shape[0] << ' ' << shape[1] << ' ' << shape[2];
    }
}

TEST(Tiles, AreReordered) {
  PairRun run;
  BinSteps steps(run.schedule);
  steps.start("evol", {});
  const std::vector<Box> tiles = cut(run.decomposition.interior(0), {100, 100, 4});
  std::vector<std::string> order;
  for (const Piece& piece : tiled(steps.next(), [&](const Step& step) { return run.boxes(step); }, tiles))
    order.push_back(piece.step->routine->name + ' ' + std::to_string(piece.box.box.lower[2]));
  EXPECT_THAT(order, ElementsAre("change 1", "add 1", "change 5", "add 5"));
}

} // namespace tiles_test
} // namespace nopal::test
