// Block kernels that work on lists: reduction, prefix sums, printing.

#include "on_all.hpp"

#include <cstdio>
#include <numeric>

namespace nopal::test {
namespace {

class Lists : public OnBackend {
protected:
  static constexpr long length = 1000;
};
INSTANTIATE_TEST_SUITE_P(On, Lists, all_backends(), backend_name);

TEST_P(Lists, ReduceInSharedMemory) {
  const std::int64_t* ints = scene.data<std::int64_t>("ints");
  const double* list = scene.data<double>("list");
  const long double exact = std::accumulate(list, list + length, 0.0L);
  scene.zero("integer_results");
  scene.zero("sums");
  scene.run("reduction");
  EXPECT_EQ(*scene.data<std::int64_t>("integer_results"), std::accumulate(ints, ints + length, std::int64_t{0}));
  const double* sums = scene.data<double>("sums");
  // All numbers are positive, so each addition has an error of at most half an ulp of the sum.
  EXPECT_LE(ulps_between(std::accumulate(sums, sums + length, 0.0), static_cast<double>(exact)), length / 2);
  EXPECT_EQ(sums[length - 1] == 0, Scene::has_threads(GetParam()));
}

TEST_P(Lists, SumOfEachBlock) {
  scene.run("block_sum");
  const double* list = scene.data<double>("list");
  const long width = scene.parameters.integer("conformance::width");
  for (long block = 0; block * width < length; ++block) {
    std::vector<double> part(static_cast<std::size_t>(width), 0.0);
    std::copy_n(list + block * width, std::min(width, length - block * width), part.begin());
    for (long apart = width / 2; apart > 0; apart /= 2)
      for (long n = 0; n < apart; ++n) part[static_cast<std::size_t>(n)] += part[static_cast<std::size_t>(n + apart)];
    ASSERT_EQ(scene.data<double>("partial")[block], part[0]) << block;
  }
}

TEST_P(Lists, WaitOften) {
  scene.run("syncs");
  for (long n = 0; n < scene.parameters.integer("conformance::width"); ++n)
    EXPECT_EQ(scene.data<double>("partial")[n], 5);
}

TEST_P(Lists, SumUpToEachElement) {
  const std::int64_t* ints = scene.data<std::int64_t>("ints");
  std::vector<std::int64_t> expected(length);
  std::inclusive_scan(ints, ints + length, expected.begin());
  scene.run("scan");
  const std::int64_t* scanned = scene.data<std::int64_t>("scanned");
  EXPECT_EQ(std::vector<std::int64_t>(scanned, scanned + length), expected);
}

TEST_P(Lists, Print) {
  const std::int64_t* ints = scene.data<std::int64_t>("ints");
  testing::internal::CaptureStdout();
  scene.run("say");
  const std::string said = testing::internal::GetCapturedStdout();
  std::fputs(said.c_str(), stdout); // a simulator's messages are in it, too
  for (long n = 0; n < 3; ++n) {
    char line[100];
    std::snprintf(line, sizeof line, "element %ld holds %ld, a quarter is %.2f\n", n, static_cast<long>(ints[n]),
                  0.25 * static_cast<double>(ints[n]));
    EXPECT_THAT(said, testing::HasSubstr(line));
  }
  int lines = 0;
  for (std::size_t at = said.find("element "); at != std::string::npos; at = said.find("element ", at + 1)) ++lines;
  EXPECT_EQ(lines, 3) << said;
}

} // namespace
} // namespace nopal::test
