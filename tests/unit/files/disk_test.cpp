#include "core/files/disk.hpp"

#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace nopal {
namespace {

using test::error_of;
using testing::EndsWith;

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Disk, FilesAreWrittenFromTheStart) {
  const test::TemporaryFolder temporary;
  const std::string path = temporary.path() / "file";
  for (const Durability durability : {Durability::system, Durability::disk}) {
    write_file(path, "a longer text", durability, "");
    write_file(path, "short", durability, "");
    EXPECT_EQ(text_of(path), "short");
  }
  NewFile file(path, Durability::disk, "");
  file.write("ab", 2);
  file.write("cd", 2);
  file.close();
  EXPECT_EQ(text_of(path), "abcd");
}

TEST(Disk, RenamingReplaces) {
  const test::TemporaryFolder temporary;
  const std::string from = temporary.path() / "from";
  const std::string to = temporary.path() / "to";
  write_file(from, "new", Durability::system, "");
  write_file(to, "old", Durability::system, "");
  rename_on_disk(from, to, "");
  sync_folder(temporary.path(), "");
  EXPECT_EQ(text_of(to), "new");
  EXPECT_FALSE(std::filesystem::exists(from));
}

TEST(Disk, ErrorsNameThePathTheReasonAndTheRemedy) {
  EXPECT_THAT(
      error_of([] {
        NewFile full("/dev/full", Durability::system, "write less (hdf5.every)");
        full.write("x", 1);
      }),
      EndsWith("cannot write to '/dev/full': No space left on device; free space there, write less (hdf5.every) "
               "or set driver.output to a folder with more room"));
  EXPECT_THAT(
      error_of([] { write_file("/nowhere/file", "x", Durability::system, "write less"); }),
      EndsWith("cannot create '/nowhere/file': No such file or directory; if the folder was moved or removed during "
               "the run, leave it in its place until the run ends; otherwise set driver.output to a folder that can be "
               "written"));
  EXPECT_THAT(
      error_of([] { rename_on_disk("/nowhere/a", "/nowhere/b", ""); }),
      EndsWith("cannot rename '/nowhere/a' to '/nowhere/b': No such file or directory; if the folder was moved or "
               "removed during the run, leave it in its place until the run ends; otherwise set driver.output "
               "to a folder that can be written"));
  EXPECT_THAT(error_of([] { sync_folder("/nowhere", ""); }), testing::HasSubstr("cannot open the folder '/nowhere'"));
}

TEST(Disk, WhatHelpsDependsOnTheReason) {
  for (const int reason : {ENOSPC, EDQUOT, EFBIG})
    EXPECT_EQ(disk_remedy(reason, ""), "free space there or set driver.output to a folder with more room");
  for (const int reason : {EACCES, EPERM, EROFS})
    EXPECT_EQ(disk_remedy(reason, "write less"), "make it writable or set driver.output to another folder");
  for (const int reason : {EMFILE, ENFILE})
    EXPECT_EQ(disk_remedy(reason, "write less"), "raise the limit of open files (ulimit -n) or write fewer of them");
}

} // namespace
} // namespace nopal
