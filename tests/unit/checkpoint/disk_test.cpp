#include "io/checkpoint/disk.hpp"

#include "files.hpp"
#include "tests/support/error_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::checkpoint {
namespace {

using test::error_of;

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

TEST(Disk, ErrorsNameThePathAndTheRemedy) {
  EXPECT_THAT(
      error_of([] { make_folder("/nowhere/folder"); }),
      testing::EndsWith(
          "cannot create the folder '/nowhere/folder': No such file or directory; if the folder was moved or removed "
          "during the run, leave it in its place until the run ends; otherwise set driver.output to a folder that can "
          "be written"));
}

} // namespace
} // namespace nopal::checkpoint
