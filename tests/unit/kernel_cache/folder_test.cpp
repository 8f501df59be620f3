// The folder of compiled kernels: its list, its limit of size, and how it is cleaned up.

#include "folder_fixture.hpp"

#include "core/base/error.hpp"

#include <array>
#include <fcntl.h>
#include <sys/stat.h>

namespace nopal::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;

class Folder : public CacheFolder {
protected:
  void keep(const std::string& source, const std::string& label, std::size_t bytes = 10) {
    cache().get(key(source), label, makes(std::string(bytes, 'c')));
  }
  static void set_used(const std::string& path, std::time_t seconds) {
    const std::array<timespec, 2> times{{{seconds, 0}, {0, UTIME_OMIT}}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0), 0);
  }
  static void make_old(const std::string& path) { fs::last_write_time(path, fs::file_time_type::clock::now() - 1h); }
};

const std::string digits(32, 'a');

TEST_F(Folder, KnowsItsFilesByName) {
  EXPECT_EQ(cache_file(digits + ".kernel"), CacheFile::entry);
  EXPECT_EQ(cache_file(digits + ".kernel.lock"), CacheFile::lock);
  EXPECT_EQ(cache_file(digits + ".kernel.0123456789abcdef.new"), CacheFile::unfinished);
  for (const std::string& name :
       {std::string(), std::string("evolve.kernel"), digits, digits + ".kernel2", "a" + digits + ".kernel",
        std::string(32, 'A') + ".kernel", digits + ".kernel.new", digits + ".kernel.0123456789abcdeg.new"})
    EXPECT_EQ(cache_file(name), CacheFile::foreign) << name;
}

TEST_F(Folder, ListsEntriesAndMarksWhatIsDamaged) {
  keep("B", "wavetoy::evolve (evolve.kernel)");
  keep("A", "copies between slots");
  keep("C", "lost");
  write(path_of("C"), "damaged");
  fs::copy_file(path_of("A"), folder_ / (digits + ".kernel"));
  write(folder_ / "notes.txt", "of a user");
  const auto kernels = cached_kernels(folder_);
  ASSERT_THAT(kernels, SizeIs(4));
  EXPECT_EQ(kernels[0].label, "copies between slots");
  EXPECT_EQ(kernels[0].thorn(), "nopal");
  EXPECT_EQ(kernels[1].thorn(), "wavetoy");
  EXPECT_EQ(kernels[1].key.text(), key("B").text());
  EXPECT_EQ(kernels[1].bytes, fs::file_size(path_of("B")));
  EXPECT_LT(std::chrono::abs(std::chrono::system_clock::now() - kernels[1].written), 1h);
  std::vector<std::string> troubles{kernels[2].trouble, kernels[3].trouble};
  EXPECT_THAT(troubles, ::testing::UnorderedElementsAre("it is not a compiled kernel", "it holds another kernel"));
  EXPECT_THAT(cached_kernels(folder_ / "missing"), IsEmpty());
  EXPECT_THAT([&] { cached_kernels(folder_ / "notes.txt"); }, ThrowsMessage<Error>(HasSubstr("Not a directory")));
}

TEST_F(Folder, LosesWhatWasNotUsedForLongest) {
  keep("A", "a", 1000);
  KernelCacheLimits limits;
  limits.bytes = 3 * fs::file_size(path_of("A"));
  keep("B", "b", 1000);
  keep("C", "c", 1000);
  set_used(path_of("A"), 1000);
  set_used(path_of("B"), 2000);
  set_used(path_of("C"), 3000);
  cache().get(key("A"), "a", must_not_make); // used now
  cached_kernels(folder_);                   // listed, not used
  cache(limits).get(key("D"), "d", makes(std::string(1000, 'c')));
  EXPECT_FALSE(fs::exists(path_of("B")));
  for (const char* source : {"A", "C", "D"}) EXPECT_TRUE(fs::exists(path_of(source))) << source;
}

TEST_F(Folder, IsCleanedOfWhatKilledWritersLeft) {
  const std::string unfinished = folder_ / (digits + ".kernel.0123456789abcdef.new");
  const std::string fresh = folder_ / (digits + ".kernel.1123456789abcdef.new");
  const std::string lock = folder_ / (digits + ".kernel.lock");
  const std::string foreign = folder_ / "notes.new";
  for (const std::string& path : {unfinished, fresh, lock, foreign}) write(path, "begun");
  for (const std::string& path : {unfinished, lock, foreign}) make_old(path);
  keep("A", "a");
  EXPECT_FALSE(fs::exists(unfinished));
  EXPECT_FALSE(fs::exists(lock));
  EXPECT_TRUE(fs::exists(fresh));
  EXPECT_TRUE(fs::exists(foreign));
  EXPECT_TRUE(fs::exists(path_of("A")));
  EXPECT_EQ(remove_leftovers(folder_, 0s).files, 1);
  EXPECT_FALSE(fs::exists(fresh));
}

} // namespace
} // namespace nopal::test
