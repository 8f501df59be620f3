// The threads that compute: members, pools that are kept, and fibers that take turns.

#include "backends.hpp"

#include <atomic>
#include <filesystem>
#include <mutex>
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

TEST_P(HostPools, EachMemberIsCalledOnce) {
  const bool alone = GetParam() == "serial" || GetParam() == "fibers";
  EXPECT_EQ(backend->members(), alone ? 1 : members);
  for (int turn = 0; turn < 100; ++turn) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(backend->members()));
    backend->share([&](int member, int n_members) {
      EXPECT_EQ(n_members, backend->members());
      ++calls.at(static_cast<std::size_t>(member));
    });
    for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
  }
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
  EXPECT_EQ(threads_of_this_process(), before);
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
    openmp->share([&](int, int) { std::this_thread::yield(); });
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
                                   "are serial, threads, fibers, openmp-blocks, openmp-threads"));
}

TEST(HostBackendNames, AMissingLibraryIsSaid) {
  const SearchPath nowhere({"/nowhere/nopal"});
  EXPECT_THAT([&] { make_host_backend("fibers", 1, nowhere); },
              ThrowsMessage<Error>(HasSubstr("there is no backends/libfibers.so in /nowhere/nopal")));
  const auto found = find_host_backends(1, nowhere);
  ASSERT_THAT(found, SizeIs(5));
  for (const HostBackendFound& one : found)
    EXPECT_EQ(one.trouble.empty(), one.traits.name != "fibers") << one.traits.name;
}

} // namespace
} // namespace nopal::test
