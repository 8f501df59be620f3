#include "driver/setup/device_choice.hpp"

#include <gtest/gtest.h>

#include <climits>

namespace nopal {
namespace {

TEST(BestPlugin, IsTheOneOfHighestPriority) {
  EXPECT_EQ(best_plugin({10, 30, 20}, 0), 1);
  EXPECT_EQ(best_plugin({10, 10}, 0), 0);
}

TEST(BestPlugin, IsNoneWhereAllAreOnlyByName) {
  EXPECT_EQ(best_plugin({-1, INT_MIN}, 0), -1);
  EXPECT_EQ(best_plugin({}, 0), -1);
  EXPECT_EQ(best_plugin({-1}, INT_MIN + 1), 0);
  EXPECT_EQ(best_plugin({INT_MIN}, INT_MIN + 1), -1);
}

TEST(ShareDevices, RanksOfANodeTakeThemInTurn) {
  const std::vector<int> two_gpus = {50, 50};
  EXPECT_EQ(share_devices(two_gpus, 0, 3).index, 0);
  EXPECT_EQ(share_devices(two_gpus, 1, 3).index, 1);
  EXPECT_EQ(share_devices(two_gpus, 2, 3).index, 0);
  EXPECT_EQ(share_devices(two_gpus, 0, 3).sharers, 2);
  EXPECT_EQ(share_devices(two_gpus, 1, 3).sharers, 1);
  EXPECT_EQ(share_devices(two_gpus, 0, 1).sharers, 1);
}

TEST(ShareDevices, OnlyTheBestAreTaken) {
  // A CPU device between two GPUs.
  const std::vector<int> priorities = {50, -1, 50};
  EXPECT_EQ(share_devices(priorities, 0, 2).index, 0);
  EXPECT_EQ(share_devices(priorities, 1, 2).index, 2);
  EXPECT_EQ(share_devices({-1}, 1, 2).index, 0);
  EXPECT_EQ(share_devices({-1}, 1, 2).sharers, 2);
}

} // namespace
} // namespace nopal
