// Several processes with one cache: at the same time, killed, or without permission to write.

#include "folder_fixture.hpp"

#include "core/kernel_cache/file_lock.hpp"

#include <csignal>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace nopal::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class CacheOfMany : public CacheFolder {
protected:
  static pid_t start(const std::function<bool()>& body) {
    const pid_t child = fork();
    if (child == 0) {
      bool fine = false;
      try {
        fine = body();
      } catch (const std::exception& error) {
        std::fprintf(stderr, "child: %s\n", error.what());
      }
      _exit(fine ? 0 : 1);
    }
    return child;
  }
  static int status_of(pid_t child) {
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return status;
  }
  /// Starts a process that compiles "source" and never ends.
  pid_t start_stuck_compiler() {
    const fs::path begun = folder_ / "begun";
    const pid_t child = start([&] {
      cache().get(key("source"), "a", [&]() -> std::string {
        std::ofstream(begun) << "x";
        while (true) pause();
      });
      return false;
    });
    while (!fs::exists(begun)) std::this_thread::sleep_for(1ms);
    fs::remove(begun);
    return child;
  }
};

TEST_F(CacheOfMany, OneCompilesAndTheOthersWait) {
  const fs::path made = folder_ / "made";
  std::vector<pid_t> children;
  for (int n = 0; n < 4; ++n)
    children.push_back(start([&] {
      const std::string code = cache().get(key("shared"), "a", [&] {
        std::ofstream(made, std::ios::app) << "x";
        std::this_thread::sleep_for(100ms);
        return std::string(100000, 's');
      });
      return code == std::string(100000, 's');
    }));
  for (const pid_t child : children) EXPECT_EQ(status_of(child), 0);
  EXPECT_EQ(fs::file_size(made), 1u);
  EXPECT_THAT(names(), SizeIs(2)) << "the entry and `made`";
}

TEST_F(CacheOfMany, AKilledCompilerIsReplacedByAnother) {
  const pid_t stuck = start_stuck_compiler();
  const pid_t waiting = start([&] { return cache().get(key("source"), "a", makes("code")) == "code"; });
  kill(stuck, SIGKILL);
  EXPECT_EQ(status_of(waiting), 0);
  status_of(stuck);
  EXPECT_EQ(cache().get(key("source"), "a", must_not_make), "code");
  EXPECT_THAT(names(), SizeIs(1));
}

TEST_F(CacheOfMany, AStuckCompilerIsNotWaitedForWithoutEnd) {
  const pid_t stuck = start_stuck_compiler();
  KernelCacheLimits limits;
  limits.patience = 20ms;
  EXPECT_EQ(cache(limits).get(key("source"), "a", makes("code")), "code");
  EXPECT_THAT(notices_, ElementsAre(HasSubstr("does not wait longer and compiles")));
  EXPECT_EQ(cache().get(key("source"), "a", must_not_make), "code");
  kill(stuck, SIGKILL);
  status_of(stuck);
}

TEST_F(CacheOfMany, ALockWhoseFileHasGoneIsNone) {
  const std::string path = folder_ / "lock";
  FileLock first(path, 0ms);
  EXPECT_TRUE(first.held());
  const FileLock second(path, 0ms);
  EXPECT_TRUE(second.gave_up());
  fs::remove(path);
  const FileLock third(path, 0ms);
  EXPECT_TRUE(third.held());
  EXPECT_FALSE(FileLock("/proc/no/such/folder", 0ms).held());
  EXPECT_FALSE(FileLock("/proc/no/such/folder", 0ms).gave_up());
}

TEST_F(CacheOfMany, WhatAFolderHoldsIsUsedThoughItCannotBeWritten) {
  cache().get(key("known"), "a", makes("code"));
  constexpr auto read_only = static_cast<fs::perms>(0555);
  fs::permissions(folder_, read_only);
  const pid_t child = start([&] {
    constexpr uid_t nobody = 65534;
    if (geteuid() == 0 && seteuid(nobody) != 0) return false;
    KernelCache mine = cache();
    bool fine = mine.get(key("known"), "a", must_not_make) == "code" && notices_.empty();
    for (int n = 0; n < 2; ++n) fine = fine && mine.get(key("new"), "b", makes("made")) == "made";
    return fine && notices_.size() == 1 &&
           notices_[0].find("not kept in " + folder_.string() + ": Permission denied") != std::string::npos;
  });
  EXPECT_EQ(status_of(child), 0);
  fs::permissions(folder_, fs::perms::owner_all);
  EXPECT_THAT(names(), SizeIs(1));
}

TEST_F(CacheOfMany, AnUnreadableEntryIsReplaced) {
  cache().get(key("source"), "a", makes("old"));
  fs::permissions(path_of("source"), fs::perms::none);
  fs::permissions(folder_, fs::perms::all);
  const pid_t child = start([&] {
    constexpr uid_t nobody = 65534;
    if (geteuid() == 0 && seteuid(nobody) != 0) return false;
    const bool made = cache().get(key("source"), "a", makes("new")) == "new";
    return made && notices_.size() == 1 &&
           notices_[0].find("it cannot be read (Permission denied)") != std::string::npos;
  });
  EXPECT_EQ(status_of(child), 0);
  EXPECT_EQ(cache().get(key("source"), "a", must_not_make), "new");
}

TEST_F(CacheOfMany, AFullDiskCostsACompilationAndLeavesNothing) {
  const pid_t child = start([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{1000, 1000};
    if (setrlimit(RLIMIT_FSIZE, &none) != 0) return false;
    KernelCache mine = cache();
    bool fine = true;
    for (int n = 0; n < 2; ++n)
      fine = fine && mine.get(key("source"), "a", makes(std::string(5000, 'c'))).size() == 5000;
    return fine && notices_.size() == 1 && notices_[0].find("File too large") != std::string::npos;
  });
  EXPECT_EQ(status_of(child), 0);
  EXPECT_THAT(names(), IsEmpty());
}

} // namespace
} // namespace nopal::test
