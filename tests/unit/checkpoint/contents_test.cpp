#include "io/checkpoint/contents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::checkpoint {
namespace {

using testing::HasSubstr;

Contents example() {
  Contents contents;
  contents.software = "nopal 1";
  contents.iteration = 12345678901;
  contents.output_done = true;
  contents.points = {{-1, 0, 0}, {12, 9, 1}};
  contents.parameters = {{"wave::name", "\"ä \\\" b\""}, {"wave::x", "0.1"}};
  contents.groups = {{"wave::scalar", "gf", "real", 3, {1, 1, 1}}, {"wave::table", "array", "complex", 1, {4, 5, 1}}};
  contents.slots = {
      {"wave::phi", 0, Region::owned}, {"wave::phi", 2, Region::everywhere}, {"wave::t", 0, Region::interior}};
  contents.files = {{"rank_00000.data", 800, 0xfedcba9876543210, {{-1, 0, 0}, {12, 4, 1}}},
                    {"rank_00001.data", 0, 1, {{-1, 4, 0}, {12, 9, 1}}}};
  return contents;
}

std::string error_of(const std::string& text) {
  try {
    from_json(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string with(std::string text, const std::string& before, const std::string& after) {
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  return text.replace(at, before.size(), after);
}

TEST(Contents, SurviveBeingWritten) {
  const Contents written = example();
  const Contents read = from_json(to_json(written));
  EXPECT_EQ(read.software, written.software);
  EXPECT_EQ(read.iteration, written.iteration);
  EXPECT_TRUE(read.output_done);
  EXPECT_EQ(read.points, written.points);
  EXPECT_EQ(read.parameters, written.parameters);
  EXPECT_EQ(read.groups, written.groups);
  ASSERT_EQ(read.slots.size(), 3u);
  for (std::size_t n = 0; n < 3; ++n) {
    EXPECT_EQ(read.slots[n].variable, written.slots[n].variable);
    EXPECT_EQ(read.slots[n].timelevel, written.slots[n].timelevel);
    EXPECT_EQ(read.slots[n].valid, written.slots[n].valid);
  }
  ASSERT_EQ(read.files.size(), 2u);
  for (std::size_t n = 0; n < 2; ++n) {
    EXPECT_EQ(read.files[n].name, written.files[n].name);
    EXPECT_EQ(read.files[n].bytes, written.files[n].bytes);
    EXPECT_EQ(read.files[n].checksum, written.files[n].checksum);
    EXPECT_EQ(read.files[n].owned, written.files[n].owned);
  }
}

TEST(Contents, SayWhatIsWrongWithThem) {
  const std::string text = to_json(example());
  EXPECT_THAT(error_of(with(text, "12345678901", "12345678902")), HasSubstr("its checksum is wrong: it is damaged"));
  EXPECT_THAT(error_of(text.substr(0, text.size() / 2)), HasSubstr("it does not have the form that nopal writes"));
  EXPECT_THAT(error_of(""), HasSubstr("it does not have the form that nopal writes"));
  EXPECT_THAT(error_of("{}"), HasSubstr("it does not have the form that nopal writes"));
  EXPECT_THAT(error_of("[1, 2]"), HasSubstr("it does not have the form that nopal writes"));
}

TEST(Contents, EachFlippedBitIsNoticed) {
  const std::string text = to_json(example());
  for (std::size_t at = 0; at < text.size(); at += 3) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    // Blanks between the words do not count.
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) continue;
    EXPECT_NE(error_of(damaged), "no error") << at << ": " << damaged.substr(at, 20);
  }
}

} // namespace
} // namespace nopal::checkpoint
