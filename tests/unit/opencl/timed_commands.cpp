// A device with timing returns the times of marked commands, in the host's clock. The emulated cuda also runs
// these tests, because their names contain "Kernels".

#include "opened.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

namespace nopal::test {
namespace {

class TimedKernels : public ::testing::Test {
protected:
  void open(bool timed) {
    DeviceOptions options;
    options.threads = 2;
    options.timed = timed;
    device = plugin().open(options);
    device->create_variables({&slot, 1});
  }
  /// Two pieces to the device, strips to the host (packed by a kernel), strips to the device.
  void move_data() {
    const Piece pieces[] = {{{0, 0}, data(), 0, 40}, {{0, 0}, data(), 50, 60}};
    const Strip strip{{0, 0}, {{0, 0, 0}, {3, 4, 5}}, 0};
    Ticket ticket = 0;
    device->timing()->mark(5);
    device->copy_to_device(pieces, ticket);
    device->timing()->mark(6);
    device->pack_to_host({&strip, 1}, strips(), 480);
    device->timing()->mark(0);
    device->copy_to_host({pieces, 1});
    device->timing()->mark(7);
    device->unpack_from_host({&strip, 1}, strips(), 480);
    device->finish();
  }
  std::byte* data() { return reinterpret_cast<std::byte*>(host.data()); }
  std::byte* strips() { return reinterpret_cast<std::byte*>(buffer.data()); }

  SlotStorage slot = slot_storage({0, 0}, {0, 0, 0}, {8, 6, 5});
  std::vector<double> host = std::vector<double>(static_cast<std::size_t>(slot.layout.size));
  std::vector<double> buffer = std::vector<double>(60);
  std::unique_ptr<Device> device;
};

TEST_F(TimedKernels, TellWhatTheirMarkDidAndWhen) {
  open(true);
  const std::int64_t before = steady_nanoseconds();
  move_data();
  const std::int64_t after = steady_nanoseconds();
  std::vector<TimedCommand> done;
  device->timing()->timed_commands(done);
  std::vector<std::pair<std::uint64_t, CommandKind>> found;
  for (const TimedCommand& command : done) {
    found.emplace_back(command.mark, command.kind);
    EXPECT_LE(command.begin, command.end);
    constexpr std::int64_t tolerance = 1'000'000'000; // another clock would differ by far more
    EXPECT_GT(command.begin, before - tolerance);
    EXPECT_LT(command.end, after + tolerance);
  }
  using enum CommandKind;
  EXPECT_THAT(found, testing::UnorderedElementsAre(testing::Pair(5U, to_device), testing::Pair(5U, to_device),
                                                   testing::Pair(6U, kernel), testing::Pair(6U, to_host),
                                                   testing::Pair(7U, to_device), testing::Pair(7U, kernel)));
  done.clear();
  device->timing()->timed_commands(done);
  EXPECT_TRUE(done.empty()) << "each command once";
}

TEST_F(TimedKernels, AreNotTimedUnlessTheDeviceWasOpenedSo) {
  open(false);
  move_data();
  std::vector<TimedCommand> done;
  device->timing()->timed_commands(done);
  EXPECT_TRUE(done.empty());
}

TEST(ClockOffset, FitsEveryObservationAndMovesNoFurther) {
  ClockOffset clock;
  clock.observe(1000, 1100, 50);
  EXPECT_EQ(clock.host_time(50), 1050);
  clock.observe(2000, 2100, 1060); // 940 to 1040: the known offset fits
  EXPECT_EQ(clock.host_time(1060), 2060);
  clock.observe(3010, 3020, 2000); // 1010 to 1020: the smallest change that fits
  EXPECT_EQ(clock.host_time(2000), 3010);
}

} // namespace
} // namespace nopal::test
