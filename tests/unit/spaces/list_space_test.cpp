// Tests a space that is a range of points with a list of ghosts: copies between places, exchange between two processes.

#include "tests/support/list_space.hpp"
#include "tests/support/open_device.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace nopal::test {
namespace {

/// Two neighbouring processes. Each has its own device, or both have none.
struct TwoProcesses {
  explicit TwoProcesses(const std::string& device) : first(61, 0, 2, open(device)), second(61, 1, 2, open(device)) {}
  static std::unique_ptr<Device> open(const std::string& device) {
    return device.empty() ? nullptr : open_device(device);
  }

  void write(Place place, long number) {
    first.write(place, number);
    second.write(place, number);
  }
  void sync() {
    const SyncBuffers::Message there = first.pre_sync().messages.at(0), back = second.pre_sync().messages.at(0);
    ASSERT_EQ(there.send_bytes, back.receive_bytes);
    ASSERT_EQ(back.send_bytes, there.receive_bytes);
    ASSERT_EQ(static_cast<long>(there.receive_bytes), first.ghosts() * 8);
    std::memcpy(back.receive, there.send, there.send_bytes);
    std::memcpy(there.receive, back.send, back.send_bytes);
    first.post_sync();
    second.post_sync();
  }

  void expect_all(int timelevel, long number) {
    EXPECT_EQ(first.wrong(timelevel, number), 0);
    EXPECT_EQ(second.wrong(timelevel, number), 0);
  }

  ListProcess first, second;
};

TEST(ListSpace, GhostsGetTheirOwnersValues) {
  for (const char* device : {"", "checked"}) {
    TwoProcesses both(device);
    for (long number = 1; number <= 3; ++number) {
      both.write(host_place, number);
      both.sync();
      both.expect_all(0, number);
    }
  }
}

TEST(ListSpace, ValuesOfADeviceAreExchangedAndCopiedBack) {
  TwoProcesses both("checked");
  for (long number = 1; number <= 3; ++number) {
    both.write(device_place, number);
    const Counters before = both.first.counters();
    both.sync();
    const Counters strips = both.first.counters() - before;
    EXPECT_EQ(strips.to_host.transfers, 1) << "all strips in one transfer";
    EXPECT_EQ(strips.to_host.payload_bytes, both.second.ghosts() * 8);
    EXPECT_EQ(strips.to_device.payload_bytes, both.first.ghosts() * 8);
    both.expect_all(0, number);
    both.first.cycle();
    both.second.cycle();
    both.expect_all(1, number);
  }
}

} // namespace
} // namespace nopal::test
