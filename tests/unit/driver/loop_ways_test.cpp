// In which ways loops over sets run on a device.

#include "driver/setup/loop_ways.hpp"

#include "driver_parameters.hpp"

#include <gmock/gmock.h>

namespace nopal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Parameters wish(const std::string& loops, bool reproducible) {
  return driver_parameters("  cells: [4]\n  lower: [0]\n  upper: [1]\naccelerator:\n  loops: " + loops +
                           "\n  reproducible: " + (reproducible ? "true" : "false") + "\n");
}

DeviceDescription device(bool adds_reals) {
  DeviceDescription device;
  device.name = "A device";
  device.adds_reals = adds_reals;
  return device;
}

TEST(LoopWays, AutoTriesWhatTheDeviceHasIfBitsMayVary) {
  EXPECT_THAT(loop_ways(wish("auto", true), device(true)).ways, ElementsAre(LoopWay::gather));
  EXPECT_THAT(loop_ways(wish("auto", false), device(true)).ways,
              ElementsAre(LoopWay::gather, LoopWay::atomics, LoopWay::staged));
  EXPECT_THAT(loop_ways(wish("auto", false), device(false)).ways, ElementsAre(LoopWay::gather, LoopWay::staged));
}

TEST(LoopWays, AnotherWishIsTheOnlyWay) {
  EXPECT_THAT(loop_ways(wish("gather", true), device(true)).ways, ElementsAre(LoopWay::gather));
  for (const LoopWay way : {LoopWay::gather, LoopWay::atomics, LoopWay::staged}) {
    EXPECT_THAT(loop_ways(wish(to_string(way), false), device(true)).ways, ElementsAre(way));
    EXPECT_EQ(loop_way(to_string(way)), way);
  }
  EXPECT_EQ(loop_way("auto"), std::nullopt);
}

TEST(LoopWays, WhatTheDeviceDoesNotHaveIsRefused) {
  EXPECT_THAT([] { loop_ways(wish("atomics", false), device(false)); },
              ThrowsMessage<Error>(HasSubstr(
                  "accelerator.loops: atomics needs a device that adds to reals of 64 bits with atomics, but A device "
                  "cannot: set accelerator.loops: auto, or use another device")));
}

TEST(LoopWays, BitsThatVaryAreRefusedIfTheRunIsReproducible) {
  const auto check = [](const char* way) {
    ErrorList errors;
    check_loop_ways(wish(way, true), errors);
    errors.raise_if_any();
  };
  for (const char* way : {"atomics", "staged"})
    EXPECT_THAT([&] { check(way); },
                ThrowsMessage<Error>(
                    HasSubstr("does not add in the order of global numbers, but accelerator.reproducible is true")));
  EXPECT_NO_THROW(check("gather"));
}

} // namespace
} // namespace nopal
