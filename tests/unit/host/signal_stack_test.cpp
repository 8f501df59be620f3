// Threads that run kernels have a stack for signal handlers.

#include "backends.hpp"

#include "core/host/signal_stack.hpp"

#include <atomic>
#include <csignal>
#include <thread>

namespace nopal::test {
namespace {

using SignalStacks = HostBackends;
using SignalStacksOfBlocks = ManyThreads;
INSTANTIATE_TEST_SUITE_P(, SignalStacks, every_backend(), test_name);
INSTANTIATE_TEST_SUITE_P(, SignalStacksOfBlocks, ::testing::Values("threads", "openmp-threads", "openmp-teams"),
                         test_name);

bool has_signal_stack() {
  stack_t now{};
  return sigaltstack(nullptr, &now) == 0 && (now.ss_flags & SS_DISABLE) == 0;
}

TEST_P(SignalStacks, EveryMemberHasOne) {
  on_each_member([](int member) { EXPECT_TRUE(has_signal_stack()) << member; });
}

TEST_P(SignalStacksOfBlocks, EveryThreadHasOne) {
  std::atomic<int> with{0};
  HostBlocks blocks{.n_blocks = 1, .threads = {8, 1, 1}};
  blocks.run = [&](long, const BlockThread&) { with += has_signal_stack() ? 1 : 0; };
  backend->run(blocks);
  EXPECT_EQ(with, 8);
}

TEST(SignalStack, AnotherOneStays) {
  std::thread([] {
    alignas(16) static char memory[1 << 16];
    stack_t own{}, before{};
    own.ss_sp = memory;
    own.ss_size = sizeof memory;
    ASSERT_EQ(sigaltstack(&own, &before), 0);
    use_signal_stack();
    stack_t now{};
    sigaltstack(nullptr, &now);
    EXPECT_EQ(now.ss_sp, own.ss_sp);
    sigaltstack(&before, nullptr); // a sanitizer frees its own at the end of the thread
  }).join();
}

} // namespace
} // namespace nopal::test
