#include "core/device/list_cache.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

TEST(ListCache, MakesAValueOnceForEachList) {
  ListCache<int> cache;
  int made = 0;
  const auto make = [&] { return ++made; };
  EXPECT_EQ(cache.get(std::vector<long>{1, 2}, make), 1);
  EXPECT_EQ(cache.get(std::vector<long>{1, 2, 3}, make), 2);
  EXPECT_EQ(cache.get(std::vector<long>{1}, make), 3);
  EXPECT_EQ(cache.get(std::vector<long>{}, make), 4);
  EXPECT_EQ(cache.get(std::vector<long>{1, 2}, make), 1);
  EXPECT_EQ(cache.get(std::vector<long>{}, make), 4);
}

TEST(ListCache, HoldsNoMoreThanItsLimit) {
  ListCache<long> cache(3);
  for (long n = 0; n < 20; ++n) {
    EXPECT_EQ(cache.get(std::vector<long>{n}, [&] { return n; }), n);
    EXPECT_LE(cache.size(), 3U);
  }
}

} // namespace
} // namespace nopal
