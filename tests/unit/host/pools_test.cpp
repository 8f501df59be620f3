// The threads that compute: members, pools that are kept, and fibers that take turns.

#include "backends.hpp"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <set>
#include <thread>
#include <vector>

namespace nopal::test {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;

using HostPools = HostBackends;
using BlockPools = ManyThreads;
INSTANTIATE_TEST_SUITE_P(, HostPools, every_backend(), test_name);
INSTANTIATE_TEST_SUITE_P(, BlockPools, backends_of_many_threads(), test_name);

long threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

/// The threads of the operating system that have run.
class Seen {
public:
  void add() {
    const std::lock_guard lock(mutex_);
    ids_.insert(std::this_thread::get_id());
  }
  std::size_t count() const { return ids_.size(); }

private:
  std::mutex mutex_;
  std::set<std::thread::id> ids_;
};

TEST_P(HostPools, EachPartIsComputedOnce) {
  const bool alone = GetParam() == "serial" || GetParam() == "fibers";
  EXPECT_EQ(backend->members(), alone ? 1 : members);
  for (const long n : {0L, 1L, 2L, 3L, 4L, 100L, 12345L}) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(n));
    backend->share(n, [&](int member, long first, long last) {
      EXPECT_TRUE(member >= 0 && member < backend->members());
      EXPECT_TRUE(0 <= first && first < last && last <= n);
      for (long part = first; part < last; ++part) ++calls.at(static_cast<std::size_t>(part));
    });
    for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST_P(HostPools, MorePartsThanAWordHolds) {
  const long n = 5L << 32;
  std::atomic<long> parts{0};
  backend->share(n, [&](int, long first, long last) { parts += last - first; });
  EXPECT_EQ(parts, n);
}

// The first call waits until the others have computed all other parts, also those of its own share.
TEST_P(HostPools, IdleMembersTakeThePartsOfBusyOnes) {
  if (backend->members() == 1) GTEST_SKIP() << "one member";
  const long n = 1000;
  std::atomic<long> others{0};
  backend->share(n, [&](int, long first, long last) {
    if (first > 0)
      others += last - first;
    else
      while (others < n - last) std::this_thread::yield();
  });
  EXPECT_GT(others, n * 2 / 3) << "the share of each of three members is a third";
}

/// Holds the other threads of this process in the handler of a signal while the object exists.
class OthersHeld {
public:
  explicit OthersHeld(const std::vector<pthread_t>& threads) {
    hold = true;
    std::signal(SIGUSR1, [](int) {
      ++held;
      while (hold) sched_yield();
      --held;
    });
    for (const pthread_t thread : threads) pthread_kill(thread, SIGUSR1);
    while (held < static_cast<int>(threads.size())) std::this_thread::yield();
  }
  ~OthersHeld() {
    hold = false;
    while (held > 0) std::this_thread::yield();
    std::signal(SIGUSR1, SIG_DFL);
  }
  OthersHeld(const OthersHeld&) = delete;
  OthersHeld& operator=(const OthersHeld&) = delete;

private:
  static inline std::atomic<bool> hold{false};
  static inline std::atomic<int> held{0};
};

// The held threads stand for threads whose cores other processes use.
TEST(Threads, ThatGetNoCoreAreNotWaitedFor) {
  const auto threads = make_host_backend("threads", 3, SearchPath::standard());
  std::mutex mutex;
  std::set<pthread_t> others;
  // The others get longer each time: on a busy machine, under Valgrind, a millisecond was never enough.
  for (int milliseconds = 1; others.size() < 2; ++milliseconds)
    threads->share(100, [&](int member, long, long) {
      if (member == 0) return std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      const std::lock_guard lock(mutex);
      others.insert(pthread_self());
    });
  long parts = 0;
  const auto count = [&](int member, long first, long last) {
    EXPECT_EQ(member, 0);
    parts += last - first;
  };
  {
    const OthersHeld held({others.begin(), others.end()});
    for (int turn = 0; turn < 3; ++turn) threads->share(100, count);
    EXPECT_EQ(parts, 300);
  }
  std::atomic<long> all{0};
  for (int turn = 0; turn < 100; ++turn) threads->share(100, [&](int, long first, long last) { all += last - first; });
  EXPECT_EQ(all, 10000);
}

TEST_P(BlockPools, ThousandsOfBlocksStartNoFurtherThreads) {
  Seen seen;
  HostBlocks blocks{.n_blocks = 1, .threads = {12, 1, 1}};
  blocks.run = [&](long, const BlockThread& thread) {
    thread.barrier->wait();
    seen.add();
  };
  backend->run(blocks);
  const long before = threads_of_this_process();
  blocks.n_blocks = 2000;
  for (int launch = 0; launch < 3; ++launch) backend->run(blocks);
  EXPECT_LE(threads_of_this_process(), before) << "a thread that has been joined may be listed for a moment";
  EXPECT_EQ(seen.count(), GetParam() == "fibers" ? 1U : 12U) << "the same threads take all blocks";
}

TEST_P(BlockPools, SmallerBlocksLeaveTheRestAsleep) {
  HostBlocks blocks{.n_blocks = 3};
  for (const long n : {9L, 2L, 1L, 16L, 5L}) {
    std::atomic<long> runs{0};
    blocks.threads = {n, 1, 1};
    blocks.run = [&](long, const BlockThread& thread) {
      thread.barrier->wait();
      ++runs;
    };
    backend->run(blocks);
    EXPECT_EQ(runs, 3 * n);
  }
}

// A fiber runs until it ends or comes to a barrier. Then the next fiber runs.
TEST(Fibers, TakeTurnsAtBarriersInOneThread) {
  const auto fibers = make_host_backend("fibers", 4, SearchPath::standard());
  std::vector<std::string> order;
  Seen seen;
  HostBlocks blocks{.n_blocks = 2, .threads = {3, 1, 1}};
  blocks.run = [&](long block, const BlockThread& thread) {
    const std::string name = std::to_string(block) + std::to_string(thread.index[0]);
    seen.add();
    order.push_back("a" + name);
    thread.barrier->wait();
    order.push_back("b" + name);
  };
  fibers->run(blocks);
  const std::vector<std::string> expected = {"a00", "a01", "a02", "b02", "b00", "b01",
                                             "a11", "a12", "a10", "b10", "b11", "b12"};
  ASSERT_THAT(order, SizeIs(12));
  for (std::size_t half = 0; half < 4; ++half) // within a turn any order is right
    EXPECT_TRUE(
        std::is_permutation(order.begin() + 3 * half, order.begin() + 3 * half + 3, expected.begin() + 3 * half))
        << ::testing::PrintToString(order);
  EXPECT_EQ(seen.count(), 1U);
}

TEST(Fibers, AreAsleepWhereOpenmpWorks) {
  const auto fibers = make_host_backend("fibers", 2, SearchPath::standard());
  const auto openmp = make_host_backend("openmp-blocks", 2, SearchPath::standard());
  std::atomic<long> runs{0};
  HostBlocks blocks{.n_blocks = 10, .threads = {5, 1, 1}};
  blocks.run = [&](long, const BlockThread& thread) {
    thread.barrier->wait();
    ++runs;
  };
  for (int turn = 0; turn < 20; ++turn) {
    fibers->run(blocks);
    const long before = runs;
    EXPECT_EQ(before, 50 * (turn + 1));
    openmp->share(100, [&](int, long, long) { std::this_thread::yield(); });
    EXPECT_EQ(runs, before);
  }
}

TEST(HostBackendNames, AreAllMade) {
  for (const HostBackendFound& found : find_host_backends(2, SearchPath::standard())) {
    EXPECT_EQ(found.trouble, "");
    const BackendTraits& traits = found.traits;
    for (const std::string* text : {&traits.devices, &traits.library, &traits.blocks, &traits.threads, &traits.index,
                                    &traits.shared, &traits.sync, &traits.atomics})
      EXPECT_NE(*text, "") << traits.name;
    EXPECT_EQ(make_host_backend(traits.name, 2, SearchPath::standard())->traits().name, traits.name);
  }
}

TEST(HostBackendNames, UnknownOnesGetTheClosest) {
  EXPECT_THAT([] { make_host_backend("fibres", 1, SearchPath::standard()); },
              ThrowsMessage<Error>("there is no host backend \"fibres\" (did you mean \"fibers\"?); the host backends "
                                   "are serial, threads, fibers, openmp-blocks, openmp-threads, openmp-teams"));
}

TEST(HostBackendNames, AMissingLibraryIsSaid) {
  const SearchPath nowhere({"/nowhere/nopal"});
  EXPECT_THAT([&] { make_host_backend("fibers", 1, nowhere); },
              ThrowsMessage<Error>(HasSubstr("there is no backends/libfibers.so in /nowhere/nopal")));
  const auto found = find_host_backends(1, nowhere);
  ASSERT_THAT(found, SizeIs(6));
  for (const HostBackendFound& one : found)
    EXPECT_EQ(one.trouble.empty(), one.traits.name != "fibers") << one.traits.name;
}

} // namespace
} // namespace nopal::test
