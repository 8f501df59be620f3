#include "io/checkpoint/disk.hpp"

#include "files.hpp"

#include <nopal/thorn.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::checkpoint {
namespace {

using testing::HasSubstr;

template <class Step> std::string error_of(Step&& step) {
  try {
    step();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Disk, ReplacesAFolderInOneStep) {
  const test::TemporaryFolder temporary;
  const std::string a = temporary.path() / "a", b = temporary.path() / "b";
  test::put(a + "/file", "new");
  replace_folder(a, b); // no file has the name yet
  EXPECT_EQ(test::get(b + "/file"), "new");
  EXPECT_FALSE(std::filesystem::exists(a));
  test::put(a + "/file", "newer");
  replace_folder(a, b);
  EXPECT_EQ(test::get(b + "/file"), "newer");
  EXPECT_EQ(test::get(a + "/file"), "new");
  remove_folder(a);
  remove_folder(a); // a missing folder is no error
  EXPECT_FALSE(std::filesystem::exists(a));
}

TEST(Disk, WritesAndReads) {
  const test::TemporaryFolder temporary;
  const std::string path = temporary.path() / "file";
  write_file(path, "0123456789", Durability::disk, "");
  EXPECT_EQ(read_text(path), "0123456789");
  write_file(path, "abc", Durability::disk, "");
  const OldFile file(path);
  EXPECT_EQ(file.bytes(), 3);
  char two[2];
  file.read(two, 2, 1);
  EXPECT_EQ(std::string(two, 2), "bc");
  EXPECT_THAT(error_of([&] { file.read(two, 2, 2); }), HasSubstr("it is shorter than it should be"));
}

TEST(Disk, ErrorsNameThePathAndTheRemedy) {
  EXPECT_THAT(error_of([] { OldFile("/nowhere/file"); }),
              testing::EndsWith("cannot open '/nowhere/file': No such file or directory"));
  EXPECT_THAT(
      error_of([] { make_folder("/nowhere/folder"); }),
      testing::EndsWith(
          "cannot create the folder '/nowhere/folder': No such file or directory; set driver.output to a folder that "
          "can be written"));
}

} // namespace
} // namespace nopal::checkpoint
