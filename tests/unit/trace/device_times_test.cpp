#include "core/trace/device_times.hpp"
#include "core/trace/traced_device.hpp"
#include "tests/support/sample.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace device_times_test {

using ::testing::ElementsAre;

TEST(DeviceTimes, CountWhatOfCopiesRanAtTheSameTimeAsKernels) {
  const DeviceTimes times = device_times({{1, CommandKind::to_device, 0, 10},
                                          {1, CommandKind::kernel, 5, 20},
                                          {1, CommandKind::to_device, 18, 30},
                                          {1, CommandKind::to_host, 6, 9},
                                          {1, CommandKind::kernel, 25, 26}});
  EXPECT_EQ(times.copies, 10 + 12 + 3);
  EXPECT_EQ(times.kernels, 15 + 1);
  EXPECT_EQ(times.hidden, 5 + (2 + 1) + 3);
}

TEST(DeviceTimes, AddUp) {
  DeviceTimes sum{1, 2, 3};
  add(sum, {10, 20, 30});
  EXPECT_EQ(sum.copies, 11);
  EXPECT_EQ(sum.kernels, 22);
  EXPECT_EQ(sum.hidden, 33);
}

/// Has done each command at once: command n from n to n + 1.
class TimedDevice final : public ForwardingDevice, public DeviceTiming {
public:
  TimedDevice() : ForwardingDevice(nullptr) {}
  DeviceTiming* timing() override { return this; }
  void mark(std::uint64_t mark) override { mark_ = mark; }
  void timed_commands(std::vector<TimedCommand>& done) override {
    done.insert(done.end(), done_.begin(), done_.end());
    done_.clear();
  }
  void copy_boxes(std::span<const BoxCopy> /*copies*/) override {
    const std::int64_t begin = ++n_;
    done_.push_back({mark_, CommandKind::kernel, begin, begin + 1});
  }
  void finish() override {}

private:
  std::uint64_t mark_ = 0;
  std::int64_t n_ = 0;
  std::vector<TimedCommand> done_;
};

TEST(TracedDevice, TellsTheTimesOfMarkedCommandsToItsCallerToo) {
  Timeline timeline;
  TracedDevice device(std::make_unique<TimedDevice>(), timeline, sample_variables());
  const auto copy = [&](std::uint64_t mark) {
    device.timing()->mark(mark);
    device.copy_boxes({});
  };
  device.copy_boxes({});
  copy(7);
  device.finish();
  copy(0);
  copy(9);
  device.copy_boxes({});
  device.timing()->mark(0);
  std::vector<TimedCommand> done;
  device.timing()->timed_commands(done);
  std::vector<std::pair<std::uint64_t, std::int64_t>> found;
  for (const TimedCommand& command : done) found.emplace_back(command.mark, command.begin);
  EXPECT_THAT(found, ElementsAre(std::pair{7, 2}, std::pair{9, 4}, std::pair{9, 5}));
  device.timing()->timed_commands(done);
  EXPECT_EQ(done.size(), found.size()) << "each is told once";
}

} // namespace device_times_test
} // namespace nopal::test
