#include "driver/loop/pass_account.hpp"

#include "core/device/forwarding_device.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace {

using ::testing::EndsWith;

constexpr Counters some_copies{{2, 1024, 1100}, {1, 2048, 2100}};

/// Each pass has a copy of 4 nanoseconds, of which one is hidden.
class TimedDevice final : public ForwardingDevice, public DeviceTiming {
public:
  explicit TimedDevice(bool measures) : ForwardingDevice(nullptr), measures_(measures) {}
  DeviceTiming* timing() override { return measures_ ? this : nullptr; }
  void mark(std::uint64_t mark) override { marked_ += mark != 0; }
  void timed_commands(std::vector<TimedCommand>& done) override {
    done.push_back({1, CommandKind::to_host, 0, 4});
    done.push_back({1, CommandKind::kernel, 3, 9});
  }
  int marked() const { return marked_; }

private:
  bool measures_;
  int marked_ = 0;
};

PassTotals totals_of(TimedDevice& device, int passes) {
  PassAccount account(device);
  for (int number = 0; number < passes; ++number) {
    account.begin(number);
    account.end(some_copies);
  }
  return account.totals();
}

TEST(PassAccount, MeasuresTheFirstPassAndEachSixteenthAfterIt) {
  TimedDevice device(true);
  const PassTotals totals = totals_of(device, 33);
  EXPECT_EQ(totals.passes, 33);
  EXPECT_EQ(totals.timed, 3);
  EXPECT_EQ(device.marked(), 3);
  EXPECT_EQ(totals.times.copies, 12);
  EXPECT_EQ(totals.times.kernels, 18);
  EXPECT_EQ(totals.times.hidden, 3);
  EXPECT_EQ(totals.copies.to_device.payload_bytes, 33 * 1024);
  EXPECT_EQ(totals.copies.to_host.transfers, 33);
}

TEST(PassAccount, CountsWithoutTimes) {
  TimedDevice device(false);
  const PassTotals totals = totals_of(device, 2);
  EXPECT_EQ(totals.passes, 2);
  EXPECT_EQ(totals.timed, 0);
  EXPECT_EQ(passes_line({totals}),
            "2 passes on rank 0 brought 2.0 KiB to the device and 4.0 KiB to the host; the device measures no times");
}

TEST(PassAccount, SaysWhatWasHidden) {
  const PassTotals first{20, some_copies, 2, {2'000'000'000, 4'000'000'000, 1'500'000'000}};
  PassTotals other = first;
  const std::string line = passes_line({first, other});
  EXPECT_EQ(line,
            "20 passes on rank 0 brought 1.0 KiB to the device and 2.0 KiB to the host; in 2 of them that were "
            "measured, copies took 2 s and kernels 4 s, and 75 % of the time of copies was hidden behind kernels");
  other.times.hidden = 500'000'000;
  EXPECT_EQ(passes_line({first, first, other}), line + " (25 % on rank 2, where it is least)");
  EXPECT_EQ(passes_line({other, first}).find("rank 1"), std::string::npos) << "rank 0 has the least";
}

TEST(PassAccount, ARankWithoutCopiesHasNoShare) {
  EXPECT_EQ(passes_line({PassTotals{}}), "0 passes on rank 0 brought 0 bytes to the device and 0 bytes to the host");
  const PassTotals first{1, some_copies, 1, {8, 4, 2}};
  EXPECT_THAT(passes_line({first, PassTotals{}}), EndsWith("and 25 % of the time of copies was hidden behind kernels"));
}

} // namespace
} // namespace nopal::test
