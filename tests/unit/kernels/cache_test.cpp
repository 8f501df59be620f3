// The cache of compiled kernels: entries, damage, processes that race.

#include "core/kernels/cache.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace nopal::test {
namespace {

namespace fs = std::filesystem;

class Cache : public ::testing::Test {
protected:
  Cache() {
    std::string pattern = (fs::temp_directory_path() / "nopal-cache-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Cache() override { fs::remove_all(folder_); }

  std::vector<fs::path> entries() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder_))
      if (entry.path().extension() == ".kernel") found.push_back(entry.path());
    return found;
  }

  static std::string must_not_make() { throw std::runtime_error("made again"); }

  fs::path folder_;
};

TEST_F(Cache, MakesAnEntryOnceForAllProcesses) {
  int made = 0;
  const auto make = [&] { return "code " + std::to_string(++made) + std::string("\0with\nzero", 10); };
  KernelCache first(folder_);
  const std::string code = first.get("source A", make);
  EXPECT_EQ(first.get("source A", must_not_make), code);
  EXPECT_EQ(KernelCache(folder_).get("source A", must_not_make), code);
  EXPECT_NE(first.get("source B", make), code);
  EXPECT_EQ(made, 2);
  EXPECT_EQ(entries().size(), 2u);
}

TEST_F(Cache, KeepsEmptyCodeAndLongKeys) {
  KernelCache cache(folder_);
  const std::string key(1 << 20, 'k');
  EXPECT_EQ(cache.get(key, [] { return std::string(); }), "");
  EXPECT_EQ(cache.get(key, must_not_make), "");
}

TEST_F(Cache, CountsADamagedFileAsAbsent) {
  KernelCache cache(folder_);
  const std::string code(1000, 'c');
  cache.get("key", [&] { return code; });
  const fs::path file = entries().at(0);
  std::ifstream in(file, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::vector<std::string> damaged = {"",
                                      good.substr(0, 10),
                                      good.substr(0, good.size() - 1),
                                      good + "x",
                                      std::string(good.size(), '\0'),
                                      "nopal kernel 1\n999999999999999999999 1 x\n"};
  for (std::size_t at = 0; at < good.size(); at += 37) {
    std::string flipped = good;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    damaged.push_back(flipped);
  }
  for (const std::string& text : damaged) {
    std::ofstream(file, std::ios::binary) << text;
    int made = 0;
    EXPECT_EQ(cache.get("key",
                        [&] {
                          ++made;
                          return code;
                        }),
              code);
    EXPECT_EQ(made, 1);
    EXPECT_EQ(cache.get("key", must_not_make), code) << "was not mended";
  }
}

TEST_F(Cache, TakesNoEntryOfAnotherKey) {
  KernelCache cache(folder_);
  cache.get("one", [] { return std::string("code of one"); });
  const fs::path one = entries().at(0);
  cache.get("two", [] { return std::string("code of two"); });
  for (const fs::path& file : entries())
    if (file != one) fs::copy_file(one, file, fs::copy_options::overwrite_existing);
  EXPECT_EQ(cache.get("two", [] { return std::string("made again"); }), "made again");
}

// Several processes want the same entry at the same time: one makes it, the others wait.
TEST_F(Cache, LetsOneOfManyProcessesCompile) {
  const fs::path made = folder_ / "made";
  std::vector<pid_t> children;
  for (int n = 0; n < 4; ++n) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      KernelCache cache(folder_);
      const std::string code = cache.get("shared", [&] {
        std::ofstream(made, std::ios::app) << "x";
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        return std::string(100000, 's');
      });
      _exit(code == std::string(100000, 's') ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(fs::file_size(made), 1u);
}

TEST_F(Cache, LeavesTheLockToOthersWhereMakingFails) {
  KernelCache cache(folder_);
  EXPECT_THROW(cache.get("key", must_not_make), std::runtime_error);
  EXPECT_EQ(KernelCache(folder_).get("key", [] { return std::string("code"); }), "code");
}

TEST_F(Cache, WarnsOfAFolderThatCannotBeUsedAndCachesNothing) {
  std::ofstream(folder_ / "file") << "not a folder";
  KernelCache cache(folder_ / "file" / "cache");
  EXPECT_THAT(cache.warning(), ::testing::HasSubstr("compiled kernels are not kept"));
  EXPECT_TRUE(cache.folder().empty());
  int made = 0;
  for (int n = 0; n < 2; ++n) cache.get("key", [&] { return std::to_string(++made); });
  EXPECT_EQ(made, 2);
}

TEST_F(Cache, IsOffWithoutAFolder) {
  KernelCache cache("");
  int made = 0;
  for (int n = 0; n < 2; ++n) cache.get("key", [&] { return std::to_string(++made); });
  EXPECT_EQ(made, 2);
  EXPECT_TRUE(cache.warning().empty());
}

} // namespace
} // namespace nopal::test
