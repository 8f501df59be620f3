// The bounds-checked version enforces declared extents, and the order of a kernel.

#include "core/base/error.hpp"
#include "core/kernels/host_checks.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace nopal::test {
namespace extent_checks_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

enum : int { in, out };

// A kernel with fields in@1 and out, on 20 x 20 x 20 points.
class ExtentChecks : public ::testing::Test {
protected:
  ExtentChecks() {
    kernel.thorn = "thorn";
    kernel.name = "step";
    kernel.path = "some/step.kernel";
    kernel.arguments = arguments;
    kernel.n_arguments = 2;
    for (HostField& field : fields) field = {values.data(), {1, 20, 400}, {{0, 0, 0}, {20, 20, 20}}};
    launch.fields = fields;
    launch.grid = &grid;
    launch.boxes = &box;
    launch.n_boxes = 1;
  }
  void declare(int field, const std::string& extent) {
    arguments[field].has_extent = true;
    arguments[field].extent = parse_extent(extent);
  }
  // Reads a field at an offset from the point (10, 10, 10).
  void read(int field, const Index& offset) {
    AccessChecker checker(kernel, launch);
    checker.begin({10, 10, 10});
    const Index at{10 + offset[0], 10 + offset[1], 10 + offset[2]};
    const long element = field == out ? checker.read_of_written(field, at) : checker.read(field, at);
    EXPECT_EQ(element, at[0] + 20 * at[1] + (grid.dimension == 3 ? 400 * at[2] : 0));
  }
  auto refused(int field, const Index& offset) {
    return [this, field, offset] { read(field, offset); };
  }

  KernelArgument arguments[2]{{"in_p", "thorn::in@1", ArgumentKind::field, Access::read},
                              {"out", "thorn::out@0", ArgumentKind::field, Access::readwrite}};
  Kernel kernel{};
  KernelGrid grid;
  std::vector<double> values = std::vector<double>(8000);
  HostField fields[2];
  LaunchBox box{{{1, 1, 1}, {19, 19, 19}}, {}, {}};
  HostLaunch launch;
};

TEST_F(ExtentChecks, RefuseReadsOutsideOfTheDeclaredExtent) {
  declare(in, "<-1:1, 0, 0:2>");
  for (const Index& offset : {Index{-1, 0, 0}, Index{1, 0, 2}, Index{0, 0, 1}}) EXPECT_NO_THROW(read(in, offset));
  EXPECT_THAT(refused(in, {-2, 0, 0}),
              ThrowsMessage<Error>(AllOf(HasSubstr("some/step.kernel: kernel step of thorn thorn reads in_p "
                                                   "(thorn::in@1) at (8, 10, 10)"),
                                         HasSubstr("this is (i-2,j,k), and the declared extent is <-1:1, 0, 0:2>"),
                                         HasSubstr("write in@1<-2:1, 0, 0:2> in its reads"))));
  EXPECT_THAT(refused(in, {1, 1, 3}), ThrowsMessage<Error>(AllOf(HasSubstr("this is (i+1,j+1,k+3)"),
                                                                 HasSubstr("write in@1<-1:1, 0:1, 0:3> in"))));
  EXPECT_THAT(refused(in, {0, 0, -1}), ThrowsMessage<Error>(HasSubstr("write in@1<-1:1, 0, -1:2> in")));
}

TEST_F(ExtentChecks, NameTheExtentBeforeTheStoredPoints) {
  declare(in, "<-1:1>");
  EXPECT_THAT(refused(in, {-11, 0, 0}), ThrowsMessage<Error>(HasSubstr("write in@1<-11:1> in")));
  declare(in, "<-11:1>");
  EXPECT_THAT(refused(in, {-11, 0, 0}), ThrowsMessage<Error>(HasSubstr("only [0:20, 0:20, 0:20] is stored here")));
}

TEST_F(ExtentChecks, DoNotCountAxesThatDoNotExist) {
  declare(in, "<-1:1, 0, 1:1>");
  grid.exists = {1, 1, 0};
  grid.dimension = 2;
  EXPECT_NO_THROW(read(in, {1, 0, 5}));
  EXPECT_NO_THROW(read(in, {0, 0, 0}));
  EXPECT_THAT(refused(in, {2, 0, 5}), ThrowsMessage<Error>(HasSubstr("write in@1<-1:2, 0, 1:1> in its reads")));
}

TEST_F(ExtentChecks, NameVariablesOfOtherThornsAndBoundNames) {
  declare(in, "<0>");
  arguments[in].source = "other::in@0";
  EXPECT_THAT(refused(in, {0, 1, 0}), ThrowsMessage<Error>(HasSubstr("write other::in<0, 0:1> in")));
  arguments[in].source = "f@2";
  EXPECT_THAT(refused(in, {0, 1, 0}), ThrowsMessage<Error>(HasSubstr("write f@2<0, 0:1> in")));
}

TEST_F(ExtentChecks, ReadWithoutAnExtentAsFarAsPointsAreStored) {
  EXPECT_NO_THROW(read(in, {-10, 9, 3}));
  kernel.of_stage = true; // the extent of a body without branches is found by the recording version
  EXPECT_NO_THROW(read(in, {-10, 9, 3}));
}

TEST_F(ExtentChecks, ReadWithoutAnExtentAtThePointInStagesWithBranches) {
  kernel.of_stage = true;
  kernel.branches = "3:1 if";
  EXPECT_NO_THROW(read(in, {0, 0, 0}));
  const auto what = AllOf(HasSubstr("this is (i,j-1,k), and its clause has no extent, which means <0> in a stage whose "
                                    "body has branches"),
                          HasSubstr("write in@1<0, -1:0> in its reads"));
  EXPECT_THAT(refused(in, {0, -1, 0}), ThrowsMessage<Error>(what));
  kernel.branches = "";
  kernel.recordable = false;
  EXPECT_THAT(refused(in, {0, -1, 0}), ThrowsMessage<Error>(what));
  kernel.of_stage = false;
  EXPECT_NO_THROW(read(in, {0, -1, 0}));
}

TEST_F(ExtentChecks, AllowReadsOfOwnOutputBehindThePointOnly) {
  const auto racing = ThrowsMessage<Error>(
      AllOf(HasSubstr("this launch writes that point too"), HasSubstr(", which is point (10, 10, 10) with offset")));
  // The point (10, 10, 10) reads another one, which this launch writes, before or after.
  const auto race = [&](const Index& offset, bool written_before) {
    return [this, offset, written_before] {
      AccessChecker checker(kernel, launch);
      const Index other{10 + offset[0], 10 + offset[1], 10 + offset[2]};
      for (const bool writes : {written_before, !written_before}) {
        checker.begin(writes ? other : Index{10, 10, 10});
        if (writes)
          checker.write(out, other);
        else
          checker.read_of_written(out, other);
      }
    };
  };
  const auto expect_races = [&](std::initializer_list<Index> offsets, const char* order) {
    for (const Index& offset : offsets) {
      EXPECT_NO_THROW(read(out, offset)) << "nothing writes that point";
      for (const bool before : {true, false}) EXPECT_THAT(race(offset, before), racing) << order;
    }
  };
  expect_races({{0, 0, -1}, {0, 0, 1}, {-1, 0, 0}}, "in any order");
  kernel.order = VerticalOrder::forward;
  EXPECT_NO_THROW(race({0, 0, -1}, true)());
  EXPECT_NO_THROW(race({0, 0, 0}, true)());
  expect_races({{0, 0, 1}, {-1, 0, -1}, {0, 1, 0}}, "forward");
  kernel.order = VerticalOrder::backward;
  EXPECT_NO_THROW(race({0, 0, 1}, true)());
  expect_races({{0, 0, -1}, {0, -1, 1}}, "backward");
  declare(out, "<0, 0, 0:1>");
  EXPECT_NO_THROW(race({0, 0, 1}, true)());
  EXPECT_THAT(refused(out, {0, 0, 2}), ThrowsMessage<Error>(HasSubstr("write out<0, 0, 0:2> in")));
}

TEST_F(ExtentChecks, WhatIsReadBehindThePointAloneMustBeWritten) {
  const auto end = [&] {
    AccessChecker checker(kernel, launch);
    checker.begin({10, 10, 10});
    checker.end();
    checker.finish();
  };
  kernel.order = VerticalOrder::forward;
  declare(out, "<0, 0, -1:0>");
  EXPECT_NO_THROW(end()) << "the old value may stay";
  declare(out, "<0, 0, -1:-1>");
  EXPECT_THAT(end, ThrowsMessage<Error>(HasSubstr("does not write out")));
  grid.exists = {1, 1, 0};
  EXPECT_NO_THROW(end()) << "behind is the point itself";
  grid.exists = {1, 1, 1};
  arguments[out].has_extent = false;
  EXPECT_NO_THROW(end());
}

} // namespace extent_checks_test
} // namespace nopal::test
