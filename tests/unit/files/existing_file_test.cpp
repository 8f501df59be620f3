#include "core/files/existing_file.hpp"

#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace nopal {
namespace {

using test::error_of;
using testing::HasSubstr;

class ExistingFiles : public testing::Test {
protected:
  std::string path(const char* name) const { return temporary.path() / name; }
  void put(const char* name, const std::string& text) const { std::ofstream(path(name)) << text; }
  test::TemporaryFolder temporary;
};

TEST_F(ExistingFiles, AreReadAtAnyOffset) {
  put("file", "abc");
  const ExistingFile file(path("file"));
  EXPECT_EQ(file.bytes(), 3);
  char two[2];
  file.read(two, 2, 1);
  EXPECT_EQ(std::string(two, 2), "bc");
  EXPECT_THAT(error_of([&] { file.read(two, 2, 2); }), HasSubstr("file': it is shorter than it should be"));
  EXPECT_THAT(error_of([&] { file.read(two, 1, 3); }), HasSubstr("file': it is shorter than it should be"));
  EXPECT_EQ(error_of([&] { file.read(two, 0, 3); }), "no error");
  EXPECT_THAT(error_of([&] { file.read(two, 1, -1); }), HasSubstr("file': Invalid argument"));
}

TEST_F(ExistingFiles, AreReadWholeUpToALimit) {
  put("file", "0123456789");
  std::filesystem::create_symlink("file", path("link"));
  EXPECT_EQ(file_text(path("link"), 10), "0123456789");
  EXPECT_THAT(error_of([&] { file_text(path("file"), 9); }),
              HasSubstr("file': it has 10 bytes, and at most 9 bytes are allowed here"));
  put("empty", "");
  EXPECT_EQ(file_text(path("empty"), 0), "");
}

TEST_F(ExistingFiles, OtherThingsAreRefusedAtOnce) {
  std::filesystem::create_directory(path("folder"));
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("nowhere", path("dangling"));
  const std::pair<std::string, const char*> things[] = {
      {path("folder"), "it is a folder"},
      {path("pipe"), "it is a pipe"},
      {"/dev/zero", "it is a device"},
      {path("dangling"), "it is a link to a file that does not exist"},
      {path("none"), "No such file or directory"}};
  for (const auto& [name, trouble] : things) {
    EXPECT_EQ(trouble_with_file(name), trouble);
    EXPECT_EQ(error_of([&, &name = name] { ExistingFile file(name); }), "cannot read '" + name + "': " + trouble);
  }
  put("file", "");
  EXPECT_EQ(trouble_with_file(path("file")), "");
}

TEST_F(ExistingFiles, KnowWhetherSomebodyWritesThem) {
  std::ofstream writer(path("file"));
  writer << "tsv: {every: 1";
  writer.flush();
  const ExistingFile file(path("file"));
  if (!file.is_being_written()) GTEST_SKIP() << "the file system cannot tell";
  writer.close();
  EXPECT_FALSE(file.is_being_written());
}

} // namespace
} // namespace nopal
