#include "driver/sudden_end/signal_line.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdint>
#include <limits>
#include <string>

namespace nopal {
namespace {

std::string text_of(const SignalLine& line) { return {line.data(), line.size()}; }

/// Returns what the line prints.
std::string printed(SignalLine& line) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const int before = dup(STDERR_FILENO);
  dup2(ends[1], STDERR_FILENO);
  line.print();
  dup2(before, STDERR_FILENO);
  close(before);
  close(ends[1]);
  std::string text;
  char buffer[4096];
  while (const ssize_t n = read(ends[0], buffer, sizeof buffer)) text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  return text;
}

TEST(SignalLine, HasTextsNumbersAndAddresses) {
  SignalLine line;
  line.add("rank ").add_number(0).add(", ").add(std::string("iteration ")).add_number(-7).add(" at ").add_address(0);
  EXPECT_EQ(text_of(line), "rank 0, iteration -7 at 0x0");
  SignalLine ends;
  ends.add_number(std::numeric_limits<std::int64_t>::min()).add(" ").add_address(UINTPTR_MAX);
  EXPECT_EQ(text_of(ends).substr(0, 23), "-9223372036854775808 0x");
  EXPECT_EQ(text_of(ends).substr(23), std::string(2 * sizeof(std::uintptr_t), 'f'));
}

TEST(SignalLine, IsPrintedWithItsEnd) {
  SignalLine empty, line;
  EXPECT_EQ(printed(empty), "\n");
  line.add("one").add(" two");
  EXPECT_EQ(printed(line), "one two\n");
}

TEST(SignalLine, LeavesOutWhatDoesNotFit) {
  SignalLine line;
  line.add(std::string(2040, 'a')).add(std::string(100, 'b'));
  EXPECT_EQ(text_of(line), std::string(2040, 'a') + std::string(8, 'b'));
  line.add("c").add_number(1);
  EXPECT_EQ(line.size(), 2048U);
  EXPECT_EQ(printed(line), std::string(2040, 'a') + std::string(8, 'b') + '\n');
}

} // namespace
} // namespace nopal
