// Errors of the bounds-checked version, and results of the recording version.

#include "sample_run.hpp"

#include <gmock/gmock.h>

#include <set>

namespace nopal::test {
namespace checked_test {

using ::testing::HasSubstr;

TEST(CheckedKernel, RefusesWhatTheDeclarationsDoNotAllow) {
  const std::pair<const char*, std::vector<const char*>> refusals[] = {
      {"far",
       {"far.kernel:1: ", "kernel far of thorn samples reads u_p (samples::u@1) at (14, 1, 1)",
        "point (12, 1, 1) with offset (2, 0, 0)", "[0:14, 0:8, 0:10]", "driver.ghosts"}},
      {"elsewhere", {"kernel elsewhere of thorn samples writes u", "offset (0, -1, 0)", "at (i,j,k) only"}},
      {"racing", {"kernel racing of thorn samples reads v", "offset (-1, 0, 0)", "writes that point too"}},
      {"forgetful", {"kernel forgetful of thorn samples does not write w", "point (1, 1, 1)", "on every path"}},
  };
  for (const auto& [kernel, parts] : refusals) {
    SampleRun run;
    std::string error;
    try {
      run.run(kernel, Region::interior, HostVersion::checked);
    } catch (const Error& thrown) {
      error = thrown.what();
    }
    for (const char* part : parts) EXPECT_THAT(error, HasSubstr(part));
  }
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

TEST(RecordingKernel, ReportsReadsOfOwnOutputBehindThePoint) {
  const Seen seen = record("downwards", {{{4, 4, 4}, {5, 5, 6}}, {}, {}});
  const std::set<std::tuple<int, Index, bool>> expected = {
      {0, {1, 0, 0}, false}, {1, {0, 0, 1}, false}, {1, {0, 0, 0}, true}};
  EXPECT_EQ(seen.accesses, expected);
}

TEST(RecordingKernel, ReportsReadsOfWhatIsWrittenToo) {
  const Seen seen = record("extrapolate", {{{0, 4, 4}, {1, 5, 5}}, {-1, 0, 0}, {}});
  const std::set<std::tuple<int, Index, bool>> expected = {{0, {1, 0, 0}, false}, {0, {0, 0, 0}, true}};
  EXPECT_EQ(seen.accesses, expected);
}

} // namespace checked_test
} // namespace nopal::test
