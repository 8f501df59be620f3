// The points at which a device computes elements of a set.

#include "core/launch/elements_loop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace {

TEST(ElementRows, HoldEachElementOnceInOrder) {
  const std::int32_t ends[] = {0, 1, 255, 256, 257, 300, 511, 512, 513, 800};
  for (const std::int32_t first : ends)
    for (const std::int32_t end : ends) {
      std::vector<long> expected, found;
      for (long e = first; e < end; ++e) expected.push_back(e);
      for (const LaunchBox& launch : element_rows({.first = first, .end = end, .order = {}})) {
        const Box& box = launch.box;
        EXPECT_FALSE(box.empty());
        EXPECT_EQ(box.upper[2], 1);
        EXPECT_LE(box.upper[0], elements_in_row);
        for (long j = box.lower[1]; j < box.upper[1]; ++j)
          for (long i = box.lower[0]; i < box.upper[0]; ++i) found.push_back(j * elements_in_row + i);
      }
      EXPECT_EQ(found, expected) << first << " to " << end;
    }
}

} // namespace
} // namespace nopal::test
