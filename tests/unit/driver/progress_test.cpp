#include "core/base/bytes_text.hpp"
#include "driver/loop/progress.hpp"
#include "driver/loop/run_report.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

TEST(Progress, ALineSaysHowFarAndHowFast) {
  EXPECT_EQ(progress_line(40, 200, 0.2, 8.4e7, 12), "iteration 40/200, time 0.2, 8.4e+07 points/s, 12 s left");
  EXPECT_EQ(progress_line(40, -1, 0.2, 0, -1), "iteration 40, time 0.2");
}

TEST(Progress, DurationsAreForPeople) {
  EXPECT_EQ(duration_text(0.4), "0 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(185), "3 min 5 s");
  EXPECT_EQ(duration_text(7825), "2 h 10 min");
}

TEST(TransferReport, ALineCanBeFoundByMachines) {
  const Counters earlier{{2, 20, 24}, {1, 8, 8}};
  const Counters later{{102, 8160820, 8160824}, {112, 53942896, 53942908}};
  EXPECT_EQ(transfer_line(0, "evolution", later - earlier),
            "rank 0 evolution: host->device 100 transfers, 8160800 bytes payload, 8160800 bytes moved; "
            "device->host 111 transfers, 53942888 bytes payload, 53942900 bytes moved");
}

TEST(Memory, BytesAreForPeople) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(1023), "1023 bytes");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(std::size_t{3} << 30), "3.0 GiB");
}

} // namespace
} // namespace nopal
