// Tests which points each kernel of a stencil computes if the stencil runs stage by stage.

#include "core/launch/stencil_launches.hpp"

#include <gmock/gmock.h>

#include <map>

namespace nopal {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Extent extent(const std::string& text) { return parse_extent(text); }

/// A stencil whose only phase has stages with these extents. Empty text: nothing asks for the stage. Kernel n of all
/// is routine 10 + n.
Stencil stencil_of(const std::vector<std::string>& computed) {
  Stencil stencil;
  StencilPhase phase;
  for (const std::string& text : computed) {
    StencilStage stage;
    stage.name = "s" + std::to_string(stencil.stages.size());
    stage.kernels.push_back({stencil.axis.whole(), 10 + phase.last, {}});
    stencil.stages.push_back(stage);
    phase.propagation.stages.push_back(text.empty() ? std::nullopt : std::optional(extent(text)));
    ++phase.last;
  }
  stencil.phases.push_back(phase);
  return stencil;
}

Decomposition grid(std::array<bool, 3> periodic, int ranks = 1, Index processes = {0, 0, 0}) {
  DomainSpec spec;
  spec.cells = {12, 10, 8};
  spec.periodic = periodic;
  spec.ghosts = 2;
  spec.boundary_width = 3;
  return {Domain(spec), ranks, processes};
}

std::vector<StageLaunch> launches(const Stencil& stencil, const Decomposition& on, int rank = 0) {
  const Box& interior = on.domain().interior();
  std::vector<long> splitters{interior.lower[2], interior.upper[2]};
  if (stencil.axis.top() == 2) splitters.insert(splitters.begin() + 1, interior.lower[2] + 3);
  return stage_launches(stencil, on, rank, splitters);
}

std::vector<int> routines(const std::vector<StageLaunch>& all) {
  std::vector<int> result;
  for (const StageLaunch& launch : all) result.push_back(launch.routine);
  return result;
}

/// The smallest box that holds all boxes of the launch. The boxes fill it.
Box whole(const StageLaunch& launch) {
  Box all;
  long points = 0;
  for (const LaunchBox& part : launch.boxes) {
    all = hull(all, part.box);
    points += part.box.points();
  }
  EXPECT_EQ(all.points(), points);
  return all;
}

TEST(StageLaunches, ComputeTheInteriorAndWhatLaterStagesReadAroundIt) {
  const Decomposition on = grid({false, false, false});
  const Box interior = on.interior(0);
  const auto all = launches(stencil_of({"<-1:2, 0, -3:0>", "<0>"}), on);
  ASSERT_THAT(routines(all), ElementsAre(10, 11));
  EXPECT_EQ(all[1].boxes, (std::vector<LaunchBox>{{interior}}));
  Box wider = interior;
  wider.lower[0] -= 1;
  wider.upper[0] += 2;
  wider.lower[2] -= 3;
  EXPECT_EQ(all[0].boxes, (std::vector<LaunchBox>{{wider}})) << "normals are 0 on the boundary, too";
}

TEST(StageLaunches, NeedNotHoldTheInterior) {
  const Decomposition on = grid({false, false, false});
  const Box moved = on.interior(0).shifted({1, 0, 0});
  EXPECT_EQ(whole(launches(stencil_of({"<1:1>"}), on)[0]), moved);
}

TEST(StageLaunches, AreCutWhereAnImageBegins) {
  const Decomposition on = grid({true, true, false});
  const auto all = launches(stencil_of({"<-1:1, -1:0>", "<0>"}), on);
  EXPECT_EQ(all[1].boxes.size(), 1u);
  ASSERT_EQ(all[0].boxes.size(), 6u);
  EXPECT_EQ(whole(all[0]), (Box{{-1, -1, 1}, {13, 10, 8}}));
  EXPECT_EQ(all[0].boxes[0], (LaunchBox{{{-1, -1, 1}, {0, 0, 8}}, {0, 0, 0}, {12, 10, 0}}));
  EXPECT_EQ(all[0].boxes[5], (LaunchBox{{{12, 0, 1}, {13, 10, 8}}, {0, 0, 0}, {-12, 0, 0}}));
}

TEST(StageLaunches, OfAllRanksCoverTheInteriorOnce) {
  const Decomposition on = grid({true, false, false}, 4, {2, 2, 1});
  std::map<Index, int> covered;
  for (int rank = 0; rank < on.size(); ++rank) {
    const auto all = launches(stencil_of({"<-2:2, -2:2, -2:2>", "<0>"}), on, rank);
    for (const LaunchBox& part : all[0].boxes) EXPECT_TRUE(on.stored(rank).contains(part.box));
    EXPECT_TRUE(whole(all[0]).contains(whole(all[1])));
    const Box box = whole(all[1]);
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i) ++covered[{i, j, k}];
  }
  EXPECT_EQ(static_cast<long>(covered.size()), on.domain().interior().points());
  for (const auto& [point, times] : covered) EXPECT_EQ(times, 1);
}

TEST(StageLaunches, LeaveOutAStageThatNothingAsksFor) {
  EXPECT_THAT(routines(launches(stencil_of({"", "<0>"}), grid({true, true, true}))), ElementsAre(11));
}

TEST(StageLaunches, OfAMissingAxisAreNotExtendedAlongIt) {
  DomainSpec spec;
  spec.dimension = 2;
  spec.cells = {12, 10, 1};
  spec.periodic = {true, true, false};
  spec.ghosts = 2;
  const Decomposition on(Domain(spec), 1);
  EXPECT_EQ(whole(launches(stencil_of({"<-1:1, -1:1, -1:1>"}), on)[0]), (Box{{-1, -1, 0}, {13, 11, 1}}));
  EXPECT_THAT(stage_outside_storage(stencil_of({"<-1:1, -1:1, -1:1>"}), on, "t::s"), IsEmpty());
}

/// Stage 0 has the kernels 10, 20 and 30 below "cloud", just above it and on the rest.
Stencil with_intervals(VerticalOrder order) {
  Stencil stencil = stencil_of({"<-1:1, 0, -1:1>", "<0>"});
  stencil.vertical = true;
  stencil.axis = VerticalAxis({"cloud"});
  stencil.stages[0].order = order;
  stencil.stages[0].has_intervals = true;
  stencil.stages[0].kernels = {{stencil.axis.parse_interval("bottom+1 : cloud-1"), 10, {}},
                               {stencil.axis.parse_interval("cloud+1"), 20, {}},
                               {stencil.axis.parse_interval("cloud+2 : top-2"), 30, {}}};
  stencil.stages[1].kernels = {{stencil.axis.whole(), 11, {}}};
  return stencil;
}

TEST(StageLaunches, HaveThePointsOfTheirIntervals) {
  const Decomposition on = grid({false, false, false});
  const auto all = launches(with_intervals(VerticalOrder::parallel), on);
  ASSERT_THAT(routines(all), ElementsAre(10, 20, 30, 11));
  const Box interior = on.interior(0);
  ASSERT_EQ(interior.lower[2], 1);
  ASSERT_EQ(interior.upper[2], 8);
  for (const auto& [number, lower, upper] : {std::array{0L, 1L, 4L}, std::array{1L, 4L, 5L}, std::array{2L, 5L, 7L}}) {
    Box box = interior;
    box.lower[0] -= 1;
    box.upper[0] += 1;
    box.lower[2] = lower;
    box.upper[2] = upper;
    EXPECT_EQ(whole(all[static_cast<std::size_t>(number)]), box) << "a vertical stencil is not extended along k";
  }
  EXPECT_EQ(whole(all[3]), interior);
}

TEST(StageLaunches, ComeInTheOrderOfTheStageAlongK) {
  const Decomposition on = grid({false, false, false});
  EXPECT_THAT(routines(launches(with_intervals(VerticalOrder::forward), on)), ElementsAre(10, 20, 30, 11));
  EXPECT_THAT(routines(launches(with_intervals(VerticalOrder::backward), on)), ElementsAre(30, 20, 10, 11));
}

TEST(StageLaunches, OfABoundaryStageHaveTheBoundaryAndItsNormals) {
  Stencil stencil = stencil_of({"<0>", "<0>"});
  stencil.stages[1].region = Region::boundary;
  const Decomposition on = grid({true, false, false});
  const auto all = launches(stencil, on);
  EXPECT_EQ(all[0].boxes, launch_boxes(on, 0, Region::interior));
  EXPECT_EQ(all[1].boxes, launch_boxes(on, 0, Region::boundary));
}

TEST(StageOutsideStorage, SaysHowManyLayersAreMissing) {
  const Stencil deep = stencil_of({"<0, -3:1>", "<0>"});
  EXPECT_THAT(stage_outside_storage(deep, grid({true, false, false}), "t::s"), IsEmpty()) << "3 boundary layers";
  EXPECT_THAT(stage_outside_storage(deep, grid({true, true, false}), "t::s"),
              AllOf(HasSubstr("stencil t::s: stage \"s0\" computes on <0, -3:1>, so it needs 3 layers around the "
                              "interior along j, but this run stores 2: set driver.ghosts to 3 or more"),
                    HasSubstr("remove \"device: true\"")));
  EXPECT_THAT(stage_outside_storage(deep, grid({true, false, false}, 2, {1, 2, 1}), "t::s"),
              HasSubstr("set driver.ghosts and driver.boundary_width to 3 or more"));
  EXPECT_THAT(stage_outside_storage(stencil_of({"<0:4>"}), grid({false, false, false}), "t::s"),
              HasSubstr("set driver.boundary_width to 4 or more"));
}

} // namespace
} // namespace nopal
