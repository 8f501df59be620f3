// Every thread of every block runs once, shares the memory of its block, and waits at barriers.

#include "backends.hpp"

#include <atomic>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

namespace nopal::test {
namespace {

INSTANTIATE_TEST_SUITE_P(, HostBackends, every_backend(), test_name);
INSTANTIATE_TEST_SUITE_P(, ManyThreads, backends_of_many_threads(), test_name);

TEST_P(HostBackends, EveryBlockRunsOnce) {
  for (const long n_blocks : {0L, 1L, 2L, 1000L}) {
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(n_blocks));
    HostBlocks blocks{.n_blocks = n_blocks};
    blocks.run = [&](long block, const BlockThread&) { ++runs.at(static_cast<std::size_t>(block)); };
    backend->run(blocks);
    for (const std::atomic<int>& count : runs) EXPECT_EQ(count, 1);
  }
}

TEST_P(HostBackends, EveryIndexOfABlockRunsOnce) {
  HostBlocks blocks{.n_blocks = 7};
  for (const Index threads : {Index{4, 3, 2}, Index{1, 1, 5}, Index{1, 1, 1}}) {
    blocks.threads = at_most(threads);
    const auto n = static_cast<std::size_t>(thread_count(blocks.threads));
    std::vector<std::atomic<int>> runs(7 * n);
    blocks.run = [&](long block, const BlockThread& thread) {
      const Index& at = thread.index;
      for (int axis = 0; axis < 3; ++axis) ASSERT_LT(at[axis], blocks.threads[axis]);
      const long number = at[0] + blocks.threads[0] * (at[1] + blocks.threads[1] * at[2]);
      ++runs.at(static_cast<std::size_t>(block) * n + static_cast<std::size_t>(number));
    };
    backend->run(blocks);
    for (const std::atomic<int>& count : runs) EXPECT_EQ(count, 1);
  }
}

// Adds values as kernels do: each thread writes a value to the block's memory; then half of the threads add the values
// of the other half, again and again.
TEST_P(HostBackends, ABlockReducesInItsMemory) {
  constexpr long n_blocks = 50;
  HostBlocks blocks{.n_blocks = n_blocks, .threads = at_most({16, 2, 1})};
  const long n = thread_count(blocks.threads);
  blocks.shared_bytes = static_cast<std::size_t>(n) * sizeof(long);
  std::vector<long> sums(n_blocks, -1);
  blocks.run = [&](long block, const BlockThread& thread) {
    long* values = reinterpret_cast<long*>(thread.shared);
    const long me = thread.index[0] + blocks.threads[0] * thread.index[1];
    values[me] = block * n + me;
    for (long half = n / 2; half > 0; half /= 2) {
      thread.barrier->wait();
      if (me < half) values[me] += values[me + half];
    }
    thread.barrier->wait();
    if (me == n - 1) sums[static_cast<std::size_t>(block)] = values[0];
  };
  backend->run(blocks);
  for (long block = 0; block < n_blocks; ++block)
    EXPECT_EQ(sums[static_cast<std::size_t>(block)], n * n * block + n * (n - 1) / 2) << "block " << block;
}

TEST_P(HostBackends, TheMemoryOfABlockIsAlignedAndLargeEnough) {
  HostBlocks blocks{.n_blocks = 9};
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{1000}, backend->traits().limits.max_shared_bytes}) {
    blocks.shared_bytes = bytes;
    blocks.run = [&](long, const BlockThread& thread) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(thread.shared) % 64, 0U);
      std::fill_n(thread.shared, bytes, std::byte{7});
    };
    backend->run(blocks);
  }
}

TEST_P(ManyThreads, BarriersHoldAThousandTimes) {
  HostBlocks blocks{.n_blocks = 3, .threads = {8, 1, 1}, .shared_bytes = 8 * sizeof(int)};
  std::atomic<int> wrong{0};
  blocks.run = [&](long, const BlockThread& thread) {
    int* turns = reinterpret_cast<int*>(thread.shared);
    const long me = thread.index[0];
    for (int turn = 0; turn < 1000; ++turn) {
      turns[me] = turn;
      thread.barrier->wait();
      if (turns[(me + 1) % 8] != turn) ++wrong;
      thread.barrier->wait();
    }
  };
  backend->run(blocks);
  EXPECT_EQ(wrong, 0);
}

TEST_P(ManyThreads, TakeAsManyThreadsAsTheySay) {
  HostBlocks blocks{.n_blocks = 2, .threads = {32, 32, 1}};
  ASSERT_EQ(thread_count(blocks.threads), backend->traits().limits.max_threads);
  std::atomic<long> arrived{0}, wrong{0};
  blocks.run = [&](long block, const BlockThread& thread) {
    ++arrived;
    thread.barrier->wait();
    if (arrived < 1024 * (block + 1)) ++wrong;
  };
  backend->run(blocks);
  EXPECT_EQ(arrived, 2048);
  EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace nopal::test
