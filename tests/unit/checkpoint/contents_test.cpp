#include "io/checkpoint/contents.hpp"

#include "io/checkpoint/checksum.hpp"

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
  contents.groups = {{"wave::scalar", "gf", "real", 3, {1, 1, 1}},
                     {"wave::table", "array", "complex", 1, {4, 5, 1}},
                     {"wave::flow", "dat", "real", 2, {1, 1, 1}, "wave::cells", 4}};
  contents.mesh = {{{"wave::cells", 9007199254740993}, {"wave::edges", 0}},
                   {{"wave::edge_cells", 0xfedcba9876543210}, {"wave::cell_edges", 3}}};
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
  EXPECT_EQ(read.mesh, written.mesh);
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
  EXPECT_EQ(error_of(text.substr(0, 100)), "at byte 101 it is not JSON: it is damaged");
  EXPECT_EQ(error_of(""), "at byte 1 it is not JSON: it is damaged");
  EXPECT_EQ(error_of(with(text, "12345678901", "\xff\x01")), // no bytes of the file come to the log
            "at byte " + std::to_string(text.find("12345678901") + 1) + " it is not JSON: it is damaged");
  EXPECT_THAT(error_of("{}"), HasSubstr("it does not have the form that nopal writes"));
  EXPECT_THAT(error_of("[1, 2]"), HasSubstr("it does not have the form that nopal writes"));
}

TEST(Contents, EachChangedByteIsNoticed) {
  const std::string text = to_json(example());
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_NE(error_of(damaged), "no error") << at << ": " << damaged.substr(at, 20);
    damaged = text;
    damaged.erase(at, 1); // some bytes are only blanks between words
    EXPECT_NE(error_of(damaged), "no error") << at << ": " << text.substr(at, 20);
    damaged.insert(at, 2, text[at]);
    EXPECT_NE(error_of(damaged), "no error") << at << ": " << text.substr(at, 20);
  }
}

TEST(Contents, OfTheEarlierFormatAreRead) {
  const std::string values =
      R"({"files":[],"groups":[],"iteration":7,"output_done":false,"parameters":{},"points":{"lower":[0,0,0],)"
      R"("upper":[2,2,1]},"slots":[],"software":"nopal 0","version":2})";
  const auto document = [](const std::string& checkpoint, const std::string& sum) {
    return "{\n \"checkpoint\": " + checkpoint + ",\n \"xxh3\": \"" + sum + "\"\n}\n";
  };
  const std::string sum = checksum_text(checksum(values));
  EXPECT_EQ(from_json(document(values, sum)).iteration, 7);
  EXPECT_THAT(error_of(document(with(values, ":7,", ":8,"), sum)), HasSubstr("its checksum is wrong"));
  EXPECT_THAT(error_of(document(with(values, "\"version\":2", "\"version\":3"), sum)),
              HasSubstr("its checksum is wrong"));
}

} // namespace
} // namespace nopal::checkpoint
