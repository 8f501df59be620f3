// Blocks that fail end with a reason. The backend can be used again.

#include "backends.hpp"

#include <atomic>
#include <stdexcept>

namespace nopal::test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

using HostFailures = HostBackends;
using BarrierFailures = ManyThreads;
INSTANTIATE_TEST_SUITE_P(, HostFailures, every_backend(), test_name);
INSTANTIATE_TEST_SUITE_P(, BarrierFailures, backends_of_many_threads(), test_name);

void expect_still_works(HostBackend& backend, const Index& threads) {
  std::atomic<long> runs{0};
  HostBlocks blocks{.n_blocks = 10, .threads = threads};
  blocks.run = [&](long, const BlockThread& thread) {
    thread.barrier->wait();
    ++runs;
  };
  backend.run(blocks);
  EXPECT_EQ(runs, 10 * thread_count(threads));
}

TEST_P(HostFailures, WhatAThreadThrowsIsThrown) {
  HostBlocks blocks{.n_blocks = 1000};
  blocks.run = [](long block, const BlockThread&) {
    if (block == 17) throw std::out_of_range("block 17");
  };
  EXPECT_THAT([&] { backend->run(blocks); }, ThrowsMessage<std::out_of_range>(HasSubstr("block 17")));
  expect_still_works(*backend, at_most({6, 1, 1}));
}

TEST_P(BarrierFailures, WhatOneThreadThrowsWhileOthersWaitIsThrown) {
  HostBlocks blocks{.n_blocks = 5, .threads = {8, 1, 1}};
  for (int turn = 0; turn < 200; ++turn) {
    std::atomic<int> past{0};
    blocks.run = [&](long block, const BlockThread& thread) {
      if (block == 2 && thread.index[0] == turn % 8) throw std::out_of_range("thread " + std::to_string(turn % 8));
      thread.barrier->wait();
      if (block >= 2) ++past;
    };
    EXPECT_THAT([&] { backend->run(blocks); }, ThrowsMessage<std::out_of_range>("thread " + std::to_string(turn % 8)));
    EXPECT_EQ(past, 0) << "nobody passes a barrier that not all reach, and no later block runs";
  }
  expect_still_works(*backend, {8, 1, 1});
}

TEST_P(BarrierFailures, AThreadThatEndsWhileOthersWaitIsAnErrorThatNamesTheBlock) {
  HostBlocks blocks{.n_blocks = 5, .threads = {4, 2, 1}};
  for (int turn = 0; turn < 200; ++turn) {
    blocks.run = [&](long block, const BlockThread& thread) {
      thread.barrier->wait();
      if (block == 3 && thread.index[0] + 4 * thread.index[1] == turn % 8) return;
      thread.barrier->wait();
    };
    EXPECT_EQ(error_of(blocks), "in block 3 (of 4 x 2 x 1 threads), some threads wait at a block_sync(), but other "
                                "threads have ended: all threads of a block must call block_sync() equally often");
  }
  expect_still_works(*backend, {4, 2, 1});
}

TEST_P(BarrierFailures, AThreadThatComesToABarrierAfterOthersHaveEndedIsAnError) {
  HostBlocks blocks{.n_blocks = 1, .threads = {3, 1, 1}};
  std::atomic<int> ended{0};
  struct Ending {
    std::atomic<int>& n;
    ~Ending() { ++n; }
  };
  blocks.run = [&](long, const BlockThread& thread) {
    const Ending ending{ended};
    // This thread starts last; the others return at once.
    if (thread.index[0] == 2) thread.barrier->wait();
  };
  EXPECT_THAT(error_of(blocks), HasSubstr("in block 0 (of 3 x 1 x 1 threads), some threads wait"));
  EXPECT_EQ(ended, 3);
}

TEST_P(BarrierFailures, ThreadsThatEndAtDifferentTimesAreNoError) {
  HostBlocks blocks{.n_blocks = 20, .threads = {6, 1, 1}};
  std::atomic<int> after{0};
  blocks.run = [&](long, const BlockThread& thread) {
    thread.barrier->wait();
    if (thread.index[0] < 3) return;
    ++after;
  };
  backend->run(blocks);
  EXPECT_EQ(after, 60);
}

TEST_P(HostFailures, WhatAMemberThrowsIsThrown) {
  EXPECT_THAT(
      [&] {
        backend->share(1000, [](int, long, long last) {
          if (last == 1000) throw std::out_of_range("the last part");
        });
      },
      ThrowsMessage<std::out_of_range>("the last part"));
  std::atomic<long> parts{0};
  backend->share(1000, [&](int, long first, long last) { parts += last - first; });
  EXPECT_EQ(parts, 1000);
}

using HostMisuseDeathTest = HostBackends;
INSTANTIATE_TEST_SUITE_P(, HostMisuseDeathTest, every_backend(), test_name);

TEST_P(HostMisuseDeathTest, IsAnAssertion) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  HostBlocks blocks{.n_blocks = 1};
  blocks.run = [](long, const BlockThread&) {};
  EXPECT_DEATH(backend->share(1, [&](int, long, long) { backend->run(blocks); }), "assertion");
  HostBlocks outer = blocks;
  outer.run = [&](long, const BlockThread&) { backend->share(1, [](int, long, long) {}); };
  EXPECT_DEATH(backend->run(outer), "assertion");
  HostBlocks large = blocks;
  large.threads = {backend->traits().limits.max_threads, 2, 1};
  EXPECT_DEATH(backend->run(large), "assertion");
  large = blocks;
  large.shared_bytes = backend->traits().limits.max_shared_bytes + 1;
  EXPECT_DEATH(backend->run(large), "assertion");
  large = blocks;
  large.threads = {1, 0, 1};
  EXPECT_DEATH(backend->run(large), "assertion");
}

} // namespace
} // namespace nopal::test
