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

TEST(Memory, NumbersOfBytesAreRead) {
  EXPECT_EQ(parse_bytes("40 GiB"), std::size_t{40} << 30);
  EXPECT_EQ(parse_bytes("1.5 MB"), 1500000U);
  EXPECT_EQ(parse_bytes("4096 bytes"), 4096U);
  EXPECT_EQ(parse_bytes("4096"), 4096U);
  EXPECT_EQ(parse_bytes("7B"), 7U);
  EXPECT_EQ(parse_bytes("0"), 0U);
  EXPECT_EQ(parse_bytes(" 2 KiB "), 2048U);
  EXPECT_EQ(parse_bytes("2KiB"), 2048U);
  EXPECT_EQ(parse_bytes("1 kB"), 1000U);
  EXPECT_EQ(parse_bytes("0.5 TiB"), std::size_t{1} << 39);
  EXPECT_EQ(parse_bytes("4095 PiB"), std::size_t{4095} << 50);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1023}, std::size_t{1536}, std::size_t{3} << 30})
    EXPECT_EQ(parse_bytes(bytes_text(bytes)), bytes);
}

TEST(Memory, OtherTextsAreNoBytes) {
  for (const char* text : {"", " ", ".", "GiB", "1 XB", "1 gib", "-3 MB", "+3 MB", "1e3 MB", "1.2.3 MB", "1,5 MB",
                           "0x10", "inf", "nan", "1 MB 2", "1 MB MB", "99999999 PiB"})
    EXPECT_EQ(parse_bytes(text), std::nullopt) << '"' << text << '"';
}

} // namespace
} // namespace nopal
