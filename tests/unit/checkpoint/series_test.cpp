#include "io/checkpoint/series.hpp"

#include "files.hpp"
#include "io/checkpoint/checksum.hpp"
#include "io/checkpoint/disk.hpp"
#include "tests/support/error_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

namespace nopal::checkpoint {
namespace {

using test::error_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Series : public testing::Test {
protected:
  void make(const std::string& name) { test::put(temporary.path() / name / contents_name, name); }
  /// Returns the names in the folder, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(temporary.path()))
      found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
  }
  std::vector<std::string> complete() const {
    std::vector<std::string> found;
    for (const std::string& path : checkpoints_in(folder)) found.push_back(std::filesystem::path(path).filename());
    return found;
  }

  test::TemporaryFolder temporary;
  std::string folder = temporary.path().string();
};

TEST_F(Series, TheNewestFirstAndNothingElse) {
  for (const char* name :
       {"checkpoint_00000009", "checkpoint_00000100", "checkpoint_123456789", "checkpoint_12",
        "checkpoint_00000007.superseded", ".checkpoint_00000200.part", "checkpoint_", "checkpoint_x"})
    make(name);
  test::put(temporary.path() / "checkpoint_00000300", "a file, not a folder");
  EXPECT_THAT(complete(), ElementsAre("checkpoint_123456789", "checkpoint_00000100", "checkpoint_00000009"));
  EXPECT_THROW(checkpoints_in(folder + "/none"), Error);
}

TEST_F(Series, OlderOnesGo) {
  for (const int n : {1, 2, 3, 4}) make(folder_name(n));
  remove_older(folder, 2);
  EXPECT_THAT(names(), ElementsAre("checkpoint_00000003", "checkpoint_00000004"));
  remove_older(folder, 2);
  EXPECT_EQ(names().size(), 2u);
}

TEST_F(Series, WhatWasLeftUnfinishedGoes) {
  make(unfinished_name(5));
  make(unfinished_name(4) + aside_end);
  make(folder_name(4));
  remove_unfinished(folder);
  EXPECT_THAT(names(), ElementsAre("checkpoint_00000004"));
  EXPECT_EQ(test::get(temporary.path() / "checkpoint_00000004" / contents_name), "checkpoint_00000004");
}

TEST_F(Series, WhatWasBeingReplacedComesBack) {
  make(unfinished_name(4));
  make(unfinished_name(4) + aside_end);
  remove_unfinished(folder);
  EXPECT_THAT(names(), ElementsAre("checkpoint_00000004"));
  EXPECT_EQ(test::get(temporary.path() / "checkpoint_00000004" / contents_name), ".checkpoint_00000004.part.old");
}

TEST_F(Series, LaterOnesAreSetAside) {
  for (const int n : {1, 2, 3}) make(folder_name(n));
  make("checkpoint_00000003.superseded"); // from an earlier run
  EXPECT_EQ(set_aside(folder, 1), 2);
  EXPECT_THAT(names(),
              ElementsAre("checkpoint_00000001", "checkpoint_00000002.superseded", "checkpoint_00000003.superseded"));
  EXPECT_EQ(test::get(temporary.path() / "checkpoint_00000003.superseded" / contents_name), "checkpoint_00000003");
  EXPECT_EQ(set_aside(folder, 1), 0);
  EXPECT_EQ(set_aside(folder, -1), 1);
  EXPECT_THAT(complete(), IsEmpty());
}

TEST_F(Series, AFileIsHeldAgainstItsSizeAndChecksum) {
  const std::string bytes(std::size_t{5} << 20, 'x'); // more than one read takes
  RankFile file{"rank_00000.data", static_cast<std::int64_t>(bytes.size()), checksum(bytes), {}};
  test::put(temporary.path() / file.name, bytes);
  EXPECT_NO_THROW(check_file(folder, file));
  const auto error = [&] { return error_of([&] { check_file(folder, file); }); };
  std::string damaged = bytes;
  damaged.back() = 'y';
  test::put(temporary.path() / file.name, damaged);
  EXPECT_THAT(error(), HasSubstr("the checksum of '" + folder + "/rank_00000.data' is wrong"));
  test::put(temporary.path() / file.name, bytes + 'x');
  EXPECT_THAT(error(), HasSubstr("has 5242881 bytes instead of 5242880"));
  file.name = "rank_00001.data";
  EXPECT_THAT(error(), HasSubstr("No such file or directory"));
}

TEST_F(Series, ContentsThatAreNoneSayWhere) {
  make("checkpoint_00000001");
  EXPECT_THAT(error_of([&] { read_contents(folder + "/checkpoint_00000001"); }),
              HasSubstr(folder + "/checkpoint_00000001/checkpoint.json': at byte 1 it is not JSON: it is damaged"));
}

TEST_F(Series, ANameOfAnotherIterationIsRefused) {
  Contents contents;
  contents.iteration = 20;
  for (const char* name : {"checkpoint_00000020", "checkpoint_20", "kept", "checkpoint_00000020.superseded"}) {
    test::put(temporary.path() / name / contents_name, to_json(contents));
    EXPECT_EQ(read_contents(folder + '/' + name).iteration, 20) << name;
  }
  test::put(temporary.path() / "checkpoint_00000040" / contents_name, to_json(contents));
  for (const char* end : {"", "/", "//", "/."})
    EXPECT_THAT(error_of([&] { read_contents(folder + "/checkpoint_00000040" + end); }),
                HasSubstr("holds the checkpoint of iteration 20, but its name says 40: rename it back to "
                          "checkpoint_00000020"))
        << end;
}

TEST_F(Series, FilesThatAreNoFilesAreRefused) {
  make("checkpoint_00000001");
  const std::filesystem::path contents = temporary.path() / "checkpoint_00000001" / contents_name;
  std::filesystem::remove(contents);
  ASSERT_EQ(mkfifo(contents.c_str(), 0600), 0);
  const RankFile file{"checkpoint_00000001/checkpoint.json", 0, 0, {}};
  const auto is_a_pipe = HasSubstr("checkpoint.json': it is a pipe");
  EXPECT_THAT(error_of([&] { read_contents(folder + "/checkpoint_00000001"); }), is_a_pipe);
  EXPECT_THAT(error_of([&] { check_file(folder, file); }), is_a_pipe);
}

} // namespace
} // namespace nopal::checkpoint
