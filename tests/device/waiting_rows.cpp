// Rows of wait, finish and staging memory: copies and kernels may still run when a function returns.

#include "kernels.hpp"

#include <unistd.h>

#include <fstream>

namespace nopal::test {
namespace {

/// A copy to the device that must wait for a long kernel on the same slot.
class UnderWay : public KernelRows {
protected:
  void SetUp() override {
    start(grid_layout({{0, 0, 0}, {64, 40, 16}}, 0, 3));
    staging = device->allocate_staging(bytes({w, 0}));
    upload({w, 0}, pattern({w, 0}, 1));
    launch_slow();
    expected = pattern({w, 0}, 2);
    std::memcpy(staging, expected.data(), expected.size());
  }
  void TearDown() override {
    try {
      device->finish();
      download({w, 0});
    } catch (const Error&) {
      // Some rows change the memory of a copy on purpose.
    }
    device->free_staging(staging);
  }
  void launch_slow() {
    const Kernel& kernel = suite_kernel("slow");
    const Slot fields[] = {{w, 0}};
    const LaunchBox all[] = {{layout.box}};
    DeviceLaunch launch;
    launch.kernel = device->load_kernel(kernel);
    launch.fields = fields;
    launch.boxes = all;
    launch.grid = &grid;
    device->launch(launch);
  }
  void overwrite() { std::memset(staging, 0x11, bytes({w, 0})); }

  std::byte* staging = nullptr;
  Bytes expected;
};

class wait : public UnderWay {};

TEST_F(wait, host_memory_may_change_after_the_ticket_of_a_piece) {
  const Piece piece{{w, 0}, staging, 0, layout.size};
  Ticket ticket = 0;
  device->copy_to_device({&piece, 1}, ticket);
  device->wait(ticket);
  overwrite();
  EXPECT_EQ(download({w, 0}), expected);
}

TEST_F(wait, host_memory_may_change_after_the_ticket_of_strips) {
  const Strip strip{{w, 0}, layout.box, 0};
  Bytes dense = packed(expected, {w, 0}, layout.box);
  std::memcpy(staging, dense.data(), dense.size());
  device->wait(device->unpack_from_host({&strip, 1}, staging, dense.size()));
  overwrite();
  EXPECT_TRUE(same_points(download({w, 0}), expected, {w, 0}));
}

TEST_F(wait, tickets_may_be_awaited_again_and_out_of_order) {
  Bytes& other = keep(pattern({v, 0}, 3));
  const Piece pieces[] = {{{w, 0}, staging, 0, layout.size}, {{v, 0}, other.data(), 0, layout.size}};
  Ticket first = 0, second = 0;
  device->copy_to_device({pieces, 1}, first);
  device->copy_to_device({pieces + 1, 1}, second);
  device->wait(second);
  device->wait(first);
  overwrite();
  device->wait(first);
  device->wait(0);
  EXPECT_EQ(download({w, 0}), expected);
  EXPECT_EQ(download({v, 0}), pattern({v, 0}, 3));
}

TEST_F(wait, the_host_has_what_was_sent_after_the_ticket) {
  if (device->windows() == nullptr) GTEST_SKIP() << "this device sends nothing while it computes";
  const Piece piece{{w, 0}, staging, 0, layout.size};
  device->wait(device->windows()->send_to_host({&piece, 1}));
  const Bytes found(staging, staging + bytes({w, 0}));
  EXPECT_EQ(found, download({w, 0}));
}

// One of the two copies waits for the kernel, and the ticket of the other one is awaited.
TEST_F(wait, a_ticket_stands_for_earlier_copies_in_both_directions) {
  if (device->windows() == nullptr) GTEST_SKIP() << "this device sends nothing while it computes";
  Bytes& other = keep(pattern({v, 0}, 3));
  const Piece pieces[] = {{{w, 0}, staging, 0, layout.size}, {{v, 0}, other.data(), 0, layout.size}};
  Ticket brought = 0;
  device->windows()->send_to_host({pieces, 1});
  device->copy_to_device({pieces + 1, 1}, brought);
  device->wait(brought);
  const Bytes found(staging, staging + bytes({w, 0}));
  EXPECT_EQ(found, download({w, 0}));

  launch_slow();
  std::memcpy(staging, expected.data(), expected.size());
  device->copy_to_device({pieces, 1}, brought);
  const Ticket sent = device->windows()->send_to_host({pieces + 1, 1});
  EXPECT_GT(sent, brought);
  device->wait(sent);
  overwrite();
  EXPECT_EQ(download({w, 0}), expected);
  EXPECT_EQ(other, pattern({v, 0}, 3));
}

class finish : public UnderWay {};

TEST_F(finish, awaits_every_copy_and_may_be_repeated_before_tickets_are_awaited) {
  const Piece piece{{w, 0}, staging, 0, layout.size};
  Ticket ticket = 0;
  device->copy_to_device({&piece, 1}, ticket);
  device->finish();
  overwrite();
  device->finish();
  device->wait(ticket);
  EXPECT_EQ(download({w, 0}), expected);
}

class allocate_staging : public DeviceRows {};

TEST_F(allocate_staging, is_memory_to_copy_from_and_to) {
  for (const std::size_t size : {std::size_t{8}, std::size_t{4096}, std::size_t{1} << 22}) {
    std::byte* memory = device->allocate_staging(size);
    ASSERT_NE(memory, nullptr);
    std::memset(memory, 0x77, size);
    EXPECT_EQ(memory[size - 1], std::byte{0x77});
    device->free_staging(memory);
  }
}

TEST_F(allocate_staging, several_live_side_by_side) {
  std::byte* first = device->allocate_staging(1024);
  std::byte* second = device->allocate_staging(1024);
  ASSERT_NE(first, nullptr);
  ASSERT_NE(second, nullptr);
  std::memset(first, 1, 1024);
  std::memset(second, 2, 1024);
  EXPECT_EQ(first[1023], std::byte{1});
  device->free_staging(first);
  device->free_staging(second);
}

class free_staging : public DeviceRows {
protected:
  /// Returns the resident memory of this process in bytes.
  static long resident() {
    long total = 0, pages = 0;
    std::ifstream("/proc/self/statm") >> total >> pages;
    return pages * sysconf(_SC_PAGESIZE);
  }
};

TEST_F(free_staging, gives_the_memory_back) {
  constexpr std::size_t size = std::size_t{32} << 20;
  const auto use = [&] {
    std::byte* memory = device->allocate_staging(size);
    ASSERT_NE(memory, nullptr);
    std::memset(memory, 1, size);
    device->free_staging(memory);
  };
  use();
  const long before = resident();
  // A sanitizer keeps 256 MiB of freed memory.
  for (int i = 0; i < 24; ++i) use();
  EXPECT_LT(resident() - before, 12 * static_cast<long>(size)) << "24 times as much was allocated";
}

} // namespace
} // namespace nopal::test
