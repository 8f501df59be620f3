// Errors of the bounds-checked version, and results of the recording version.

#include "sample_run.hpp"

#include <gmock/gmock.h>

#include <set>

namespace nopal::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(CheckedKernel, RefusesAReadBeyondWhatIsStored) {
  SampleRun run;
  EXPECT_THAT([&] { run.run("far", Region::interior, HostVersion::checked); },
              ThrowsMessage<Error>(AllOf(HasSubstr("far.kernel: "), HasSubstr("kernel far of thorn samples reads u_p"),
                                         HasSubstr("(samples::u@1)"), HasSubstr("at (14, 1, 1)"),
                                         HasSubstr("point (12, 1, 1) with offset (2, 0, 0)"),
                                         HasSubstr("[0:14, 0:8, 0:10]"), HasSubstr("driver.ghosts"))));
}

TEST(CheckedKernel, RefusesAWriteElsewhere) {
  SampleRun run;
  EXPECT_THAT([&] { run.run("elsewhere", Region::interior, HostVersion::checked); },
              ThrowsMessage<Error>(AllOf(HasSubstr("kernel elsewhere of thorn samples writes u"),
                                         HasSubstr("offset (0, -1, 0)"), HasSubstr("at (i,j,k) only"))));
}

TEST(CheckedKernel, RefusesAReadOfWhatTheLaunchWrites) {
  SampleRun run;
  EXPECT_THAT([&] { run.run("racing", Region::interior, HostVersion::checked); },
              ThrowsMessage<Error>(AllOf(HasSubstr("kernel racing of thorn samples reads v"),
                                         HasSubstr("offset (-1, 0, 0)"), HasSubstr("writes that point too"))));
}

TEST(CheckedKernel, RefusesAPointThatIsNotWritten) {
  SampleRun run;
  EXPECT_THAT([&] { run.run("forgetful", Region::interior, HostVersion::checked); },
              ThrowsMessage<Error>(AllOf(HasSubstr("kernel forgetful of thorn samples does not write w"),
                                         HasSubstr("point (1, 1, 1)"), HasSubstr("on every path"))));
}

// Field, offset, kind.
struct Seen : AccessRecorder {
  std::set<std::tuple<int, Index, bool>> accesses;
  void record(const RecordedAccess& access) override { accesses.insert({access.field, access.offset, access.write}); }
};

Seen record(const std::string& name, const LaunchBox& box) {
  SampleRun run;
  const double reals[] = {0.75, 1.5};
  const std::int64_t integers[] = {2, 3, 1, 1};
  HostLaunch launch;
  launch.reals = reals;
  launch.integers = integers;
  launch.grid = &run.grid;
  launch.boxes = &box;
  launch.n_boxes = 1;
  Seen seen;
  sample_kernel(name).recording(launch, seen);
  return seen;
}

TEST(RecordingKernel, ReportsOffsetsReadAndWritten) {
  const Seen seen = record("stencil", {{{4, 4, 4}, {6, 5, 5}}, {}, {}});
  const Kernel& kernel = sample_kernel("stencil");
  ASSERT_STREQ(kernel.arguments[0].name, "u_p");
  ASSERT_STREQ(kernel.arguments[1].name, "u_p_p");
  ASSERT_STREQ(kernel.arguments[2].name, "u");
  ASSERT_STREQ(kernel.arguments[3].name, "v");
  const std::set<std::tuple<int, Index, bool>> expected = {
      {0, {-1, 0, 0}, false}, {0, {0, 1, 0}, false}, {0, {0, 0, -1}, false}, {0, {1, -1, 1}, false},
      {1, {0, 0, 0}, false},  {2, {0, 0, 0}, true},  {3, {0, 0, 0}, true}};
  EXPECT_EQ(seen.accesses, expected);
}

TEST(RecordingKernel, ReportsReadsOfWhatIsWrittenToo) {
  const Seen seen = record("extrapolate", {{{0, 4, 4}, {1, 5, 5}}, {-1, 0, 0}, {}});
  const std::set<std::tuple<int, Index, bool>> expected = {{0, {1, 0, 0}, false}, {0, {0, 0, 0}, true}};
  EXPECT_EQ(seen.accesses, expected);
}

} // namespace
} // namespace nopal::test
