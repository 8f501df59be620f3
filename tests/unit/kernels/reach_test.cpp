// How far the sample kernels read.

#include "sample_run.hpp"

#include "core/check/touched.hpp"
#include "core/launch/inward_reads.hpp"
#include "core/launch/reach.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace reach_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

KernelReach reach_of(const std::string& name, Region region, const SampleGrid& grid = {}) {
  const SampleRun run(grid);
  const BoundKernel kernel(sample_kernel(name), run.variables, run.parameters, run.grid);
  return kernel_reach(kernel, run.decomposition.domain(), region);
}

TEST(KernelReach, OfAStencil) {
  const KernelReach reach = reach_of("stencil", Region::interior);
  EXPECT_FALSE(reach.complete);
  EXPECT_TRUE(reach.recorded);
  EXPECT_EQ(reach.branches, "4:1 for") << "what the if in line 9 may skip has no access";
  ASSERT_EQ(reach.normals.size(), 1u);
  const std::vector<FieldReach>& fields = reach.normals[0].fields;
  EXPECT_EQ(fields[0].slot.timelevel, 1);
  EXPECT_THAT(fields[0].reads, ElementsAre(Index{-1, 0, 0}, Index{0, 0, -1}, Index{0, 1, 0}, Index{1, -1, 1}));
  EXPECT_EQ(fields[0].always_reads, fields[0].reads) << "the loop runs at least three times";
  EXPECT_FALSE(fields[0].written);
  EXPECT_THAT(fields[1].reads, ElementsAre(Index{0, 0, 0}));
  EXPECT_THAT(fields[2].reads, IsEmpty());
  EXPECT_TRUE(fields[2].written);
  EXPECT_TRUE(fields[3].written);
}

TEST(KernelReach, LeavesOutAxesThatDoNotExist) {
  const KernelReach reach = reach_of("stencil", Region::interior, {.dimension = 1});
  EXPECT_THAT(reach.normals.at(0).fields[0].reads, ElementsAre(Index{-1, 0, 0}, Index{0, 0, 0}, Index{1, 0, 0}));
}

TEST(KernelReach, FollowsTheNormal) {
  const KernelReach reach = reach_of("extrapolate", Region::boundary, {.dimension = 2});
  EXPECT_TRUE(reach.complete);
  EXPECT_EQ(reach.normals.size(), 8u);
  for (const NormalReach& normal : reach.normals) {
    const Index inwards{-normal.normal[0], -normal.normal[1], 0};
    EXPECT_THAT(normal.fields.at(0).reads, ElementsAre(inwards));
  }
  EXPECT_EQ(reach_of("extrapolate", Region::everywhere).normals.size(), 27u);
  EXPECT_EQ(reach_of("extrapolate", Region::boundary, {.periodic = true}).normals.size(), 0u) << "there is no boundary";
}

TEST(KernelReach, SaysWhatABranchDecides) {
  const KernelReach reach = reach_of("looking", Region::interior);
  ASSERT_TRUE(reach.recorded);
  const FieldReach& field = reach.normals.at(0).fields.at(0);
  EXPECT_THAT(field.reads, ElementsAre(Index{-3, 0, 0}, Index{0, 0, 0}, Index{0, 2, 0}, Index{1, 0, 0}));
  EXPECT_THAT(field.always_reads, ElementsAre(Index{0, 0, 0}));
}

TEST(KernelReach, OfWhatMayNotEndComesFromItsText) {
  const KernelReach reach = reach_of("endless", Region::interior);
  EXPECT_TRUE(reach.recorded);
  EXPECT_FALSE(reach.complete);
  ASSERT_EQ(reach.normals.size(), 1u);
  EXPECT_THAT(reach.normals[0].fields.at(0).reads, ElementsAre(Index{0, 0, 0}));
  EXPECT_THAT(reach.normals[0].fields.at(0).always_reads, IsEmpty());
  EXPECT_TRUE(reach.normals[0].fields.at(1).written);
}

TEST(KernelReach, HasWhatTheTextNamesInBranches) {
  const FieldReach field = reach_of("seldom", Region::interior).normals.at(0).fields.at(0);
  EXPECT_THAT(field.reads, ElementsAre(Index{-7, 0, 0}, Index{0, 0, 0}));
  EXPECT_THAT(field.always_reads, ElementsAre(Index{0, 0, 0}));
  EXPECT_EQ(reach_of("seldom", Region::everywhere).normals.at(0).fields.at(0).reads.size(), 1u)
      << "the normal may decide what a branch at the boundary does";
}

TEST(KernelReach, KeepsAbsoluteIndicesApart) {
  const FieldReach field = reach_of("fixed", Region::interior).normals.at(0).fields.at(0);
  EXPECT_THAT(field.reads, ElementsAre(Index{0, 0, 0}));
  ASSERT_FALSE(field.elsewhere.empty());
  EXPECT_EQ(field.elsewhere[0].at, (Index{40, 3, field.elsewhere[0].point[2]}));
}

/// What the kernel reads from three layers of boundary on two axes that are not periodic.
InwardReads inward_of(const std::string& name, Region region = Region::boundary, long ghosts = 1) {
  const SampleRun run;
  DomainSpec spec = SampleRun::spec({.dimension = 3, .centering = Centering::cell});
  spec.periodic[2] = true;
  spec.boundary_width = 3;
  spec.ghosts = ghosts;
  return inward_reads(BoundKernel(sample_kernel(name), run.variables, run.parameters, run.grid), Domain(spec), region);
}

std::vector<long> points_of(const InwardReads& reads) { return {reads[0].points, reads[1].points, reads[2].points}; }

TEST(InwardReads, CountFromTheFaceInAllLayers) {
  EXPECT_THAT(points_of(inward_of("extrapolate")), ElementsAre(1, 1, 0)) << "the other layers read the boundary";
  EXPECT_THAT(points_of(inward_of("mirror")), ElementsAre(3, 3, 0));
  EXPECT_THAT(points_of(inward_of("mirror", Region::interior)), ElementsAre(0, 0, 0));
  EXPECT_THAT(points_of(inward_of("scale_v", Region::owned)), ElementsAre(0, 0, 0)) << "its own point";
  EXPECT_TRUE(inward_of("mirror")[0].is_known);
}

TEST(InwardReads, HaveWhatTheTextNamesInBranches) {
  EXPECT_THAT(points_of(inward_of("seldom", Region::owned)), ElementsAre(7, 0, 0));
}

TEST(InwardReads, AreGuessedIfNobodyKnowsThem) {
  const InwardReads led = inward_of("led"), searching = inward_of("searching");
  EXPECT_THAT(points_of(led), ElementsAre(5, 3, 0)) << "as far as a run on dummy values read, or as there are layers";
  EXPECT_TRUE(led[0].is_known);
  EXPECT_FALSE(led[1].is_known);
  EXPECT_THAT(points_of(searching), ElementsAre(3, 3, 0));
  EXPECT_FALSE(searching[0].is_known);
}

TEST(InwardReads, KeepGhostsThatAreWrittenAwayFromTheBoundary) {
  EXPECT_THAT(points_of(inward_of("mirror", Region::everywhere, 4)), ElementsAre(4, 4, 0));
}

class Touched : public ::testing::Test {
protected:
  Region from(Region launched, const Index& normal, const Index& offset) {
    TouchedRegions touched(spec, 4);
    const TouchedRegions::Touched result = touched.at(launched, normal, offset);
    beyond = result.beyond;
    return result.regions;
  }
  DomainSpec spec;
  bool beyond = false;
};

TEST_F(Touched, FromTheInterior) {
  EXPECT_EQ(from(Region::interior, {}, {0, 0, 0}), Region::interior);
  EXPECT_EQ(from(Region::interior, {}, {1, 0, 0}), Region::everywhere);
  EXPECT_FALSE(beyond);
  from(Region::interior, {}, {0, -2, 0});
  EXPECT_TRUE(beyond);
  spec.ghosts = spec.boundary_width = 2;
  from(Region::interior, {}, {0, -2, 0});
  EXPECT_FALSE(beyond);
  spec.periodic = {true, true, true};
  EXPECT_EQ(from(Region::interior, {}, {1, 0, 0}), Region::interior | Region::ghosts);
}

TEST_F(Touched, FromTheBoundary) {
  EXPECT_EQ(from(Region::boundary, {-1, 0, 0}, {1, 0, 0}), Region::interior);
  EXPECT_EQ(from(Region::boundary, {-1, 1, 0}, {1, -1, 0}), Region::interior);
  EXPECT_EQ(from(Region::boundary, {-1, 1, 0}, {1, 0, 0}), Region::boundary);
  EXPECT_EQ(from(Region::boundary, {-1, 0, 0}, {0, 1, 0}), Region::boundary | Region::ghosts);
  EXPECT_FALSE(beyond);
  from(Region::boundary, {-1, 0, 0}, {-1, 0, 0});
  EXPECT_TRUE(beyond);
  spec.boundary_width = 2;
  EXPECT_EQ(from(Region::boundary, {0, 0, 1}, {0, 0, -1}), Region::owned);
}

TEST_F(Touched, FromOneLayerOfTheBoundary) {
  spec.boundary_width = 3;
  const auto from_layer = [&](const Index& layer, const Index& offset) {
    return TouchedRegions(spec, 4).at(Region::boundary, {-1, 0, 0}, offset, layer).regions;
  };
  EXPECT_EQ(from_layer({1, 0, 0}, {1, 0, 0}), Region::interior);
  EXPECT_EQ(from_layer({2, 0, 0}, {1, 0, 0}), Region::boundary);
  EXPECT_EQ(from_layer({3, 0, 0}, {3, 0, 0}), Region::interior);
  EXPECT_EQ(from_layer({0, 0, 0}, {1, 0, 0}), Region::owned) << "from all layers";
}

TEST_F(Touched, FromGhostsBeyondWhatIsStored) {
  from(Region::everywhere, {0, 0, 0}, {1, 0, 0});
  EXPECT_TRUE(beyond);
  EXPECT_EQ(from(Region::everywhere, {0, 0, 0}, {0, 0, 0}), Region::interior | Region::ghosts);
  EXPECT_FALSE(beyond);
}

} // namespace reach_test
} // namespace nopal::test
