// The cache of compiled kernels: entries, and other things that may be in their place.

#include "folder_fixture.hpp"

#include "core/kernel_cache/entry.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace nopal::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Cache : public CacheFolder {
protected:
  /// Checks that the entry of "source" is not used, that a notice has this text, and that the entry is good afterwards.
  void expect_replaced(const std::string& why) {
    SCOPED_TRACE(why);
    int made = 0;
    notices_.clear();
    const auto make = [&] { return "code " + std::to_string(++made); };
    EXPECT_EQ(cache().get(key("source"), "a::kernel", make), "code 1");
    EXPECT_EQ(made, 1);
    EXPECT_THAT(notices_, ElementsAre(AllOf(HasSubstr("the compiled kernel \"a::kernel\" in " + path_of("source")),
                                            HasSubstr(why), HasSubstr("it is compiled again"))));
    EXPECT_EQ(cache().get(key("source"), "a::kernel", must_not_make), "code 1") << "was not mended";
    EXPECT_THAT(notices_, SizeIs(1));
  }
};

TEST_F(Cache, MakesAnEntryOnceForAllProcesses) {
  int made = 0;
  const auto make = [&] { return "code " + std::to_string(++made) + std::string("\0with\nzero", 10); };
  KernelCache first = cache();
  const std::string code = first.get(key("A"), "a", make);
  EXPECT_EQ(first.get(key("A"), "a", must_not_make), code);
  EXPECT_EQ(cache().get(key("A"), "another label", must_not_make), code);
  EXPECT_NE(first.get(key("B"), "b", make), code);
  EXPECT_EQ(made, 2);
  EXPECT_THAT(names(), SizeIs(2)) << "no lock or unfinished file is left";
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(Cache, KeepsVersionsApart) {
  KernelKey older = key("source");
  older.dialect = "nopal 0.0.1, plugin ABI 1";
  cache().get(older, "a", makes("old code"));
  EXPECT_EQ(cache().get(key("source"), "a", makes("new code")), "new code");
  EXPECT_EQ(cache().get(older, "a", must_not_make), "old code");
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(Cache, KeepsEmptyCodeAndLongKeys) {
  const std::string source(1 << 20, 'k');
  EXPECT_EQ(cache().get(key(source), "a", makes("")), "");
  EXPECT_EQ(cache().get(key(source), "a", must_not_make), "");
}

TEST_F(Cache, ReplacesDamagedFiles) {
  cache().get(key("source"), "a::kernel", makes(std::string(1000, 'c')));
  const std::string path = path_of("source");
  const std::string good = content(path);
  const std::pair<std::string, const char*> damages[] = {
      {"", "it is empty"},
      {good.substr(0, 10), "it is not a compiled kernel"},
      {good.substr(0, 20), "its header is damaged"},
      {good.substr(0, good.size() - 1), "bytes instead of"},
      {good + "x", "bytes instead of"},
      {std::string(good.size(), '\0'), "it is not a compiled kernel"},
      {"nopal kernel 1\n", "another version of nopal wrote it"},
      {"nopal kernel 2\n999999999999999999999 1 1 x\n", "its header is damaged"},
      {"nopal kernel 2\n1000000000000 1 1 " + std::string(32, 'a') + "\n", "bytes instead of"},
  };
  for (const auto& [text, why] : damages) {
    write(path, text);
    expect_replaced(why);
  }
  for (std::size_t at = 0; at < good.size(); at += 37) {
    std::string flipped = good;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    write(path, flipped);
    expect_replaced("");
  }
}

TEST_F(Cache, ReplacesTheEntryOfAnotherKey) {
  cache().get(key("other"), "b", makes("code of another"));
  cache().get(key("source"), "a", makes("code"));
  fs::copy_file(path_of("other"), path_of("source"), fs::copy_options::overwrite_existing);
  expect_replaced("it holds another kernel");
}

TEST_F(Cache, ReplacesWhatIsNoFile) {
  const std::string path = path_of("source");
  ASSERT_EQ(::mkdir(path.c_str(), 0777), 0);
  expect_replaced("it is a folder");
  fs::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0666), 0);
  expect_replaced("it is not a regular file"); // and does not wait for a writer
  fs::remove(path);
  fs::create_symlink(path, path);
  expect_replaced("it cannot be read");
}

TEST_F(Cache, GoesOnWhereAFullFolderIsInTheWay) {
  const std::string path = path_of("source");
  fs::create_directory(path);
  write(path + "/something", "of a user");
  KernelCache mine = cache();
  for (int n = 0; n < 2; ++n) EXPECT_EQ(mine.get(key("source"), "a", makes("code")), "code");
  EXPECT_THAT(notices_, ElementsAre(HasSubstr("it is a folder"), HasSubstr("compiled kernels are not kept"),
                                    HasSubstr("it is a folder")));
  EXPECT_EQ(content(path + "/something"), "of a user");
  EXPECT_THAT(names(), SizeIs(1));
}

TEST_F(Cache, ReplacesWhatTheDriverDoesNotTake) {
  cache().get(key("source"), "a", makes("bad"));
  int asked = 0;
  const auto take = [&](const std::string& code) {
    ++asked;
    return code == "good";
  };
  EXPECT_EQ(cache().get(key("source"), "a", makes("good"), take), "good");
  EXPECT_GT(asked, 0);
  EXPECT_THAT(notices_, ElementsAre(HasSubstr("the driver of the device does not accept it")));
  EXPECT_EQ(cache().get(key("source"), "a", must_not_make, take), "good");
}

TEST_F(Cache, WarnsOnceOfAFolderThatCannotBeAndCachesNothing) {
  write(folder_ / "file", "not a folder");
  for (const fs::path& wrong : {folder_ / "file" / "cache", folder_ / "file"}) {
    notices_.clear();
    KernelCache mine(wrong, [&](const std::string& text) { notices_.push_back(text); });
    int made = 0;
    for (int n = 0; n < 2; ++n) mine.get(key("source"), "a", [&] { return std::to_string(++made); });
    EXPECT_EQ(made, 2);
    EXPECT_THAT(notices_, ElementsAre("compiled kernels are not kept in " + wrong.string() +
                                      ": Not a directory; set NOPAL_CACHE to another folder"));
  }
}

TEST_F(Cache, IsOffWithoutAFolder) {
  KernelCache off("");
  int made = 0;
  for (int n = 0; n < 2; ++n) off.get(key("source"), "a", [&] { return std::to_string(++made); });
  EXPECT_EQ(made, 2);
}

TEST_F(Cache, PassesOnWhatCompilingThrows) {
  EXPECT_THROW(cache().get(key("source"), "a", must_not_make), std::runtime_error);
  EXPECT_THAT(names(), IsEmpty()) << "the lock is gone, too";
  EXPECT_EQ(cache().get(key("source"), "a", makes("code")), "code");
}

} // namespace
} // namespace nopal::test
