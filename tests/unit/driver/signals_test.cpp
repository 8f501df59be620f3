#include "driver/control/signals.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <csignal>
#include <future>
#include <utility>

namespace nopal {
namespace {

TEST(SignalsDeathTest, AskOnceAndThenEndTheProcess) {
  const Signals signals;
  EXPECT_EQ(signals.termination(), 0);
  ASSERT_EXIT(
      {
        std::raise(SIGTERM);
        if (signals.termination() != SIGTERM) std::abort();
        std::raise(SIGTERM); // sent by the test
      },
      testing::KilledBySignal(SIGTERM), "");
}

TEST(Signals, AskForCheckpointsAsOftenAsTheyCome) {
  Signals signals;
  EXPECT_FALSE(signals.take_checkpoint());
  for (int n = 0; n < 2; ++n) {
    std::raise(SIGUSR1);
    EXPECT_TRUE(signals.take_checkpoint());
    EXPECT_FALSE(signals.take_checkpoint());
  }
  EXPECT_EQ(signals.termination(), 0);
}

TEST(Signals, AreHeardAtOnceWithTheirSender) {
  std::promise<std::pair<int, int>> first;
  {
    const Signals signals([&](int number, int sender) { first.set_value({number, sender}); });
    std::raise(SIGUSR2);
    EXPECT_EQ(first.get_future().get(), std::pair(SIGUSR2, static_cast<int>(getpid())));
    EXPECT_EQ(signals.termination(), SIGUSR2);
  }
  EXPECT_STREQ(signal_name(SIGUSR2), "SIGUSR2");
}

/// The sudden end of a run answers faults of each thread. One that is blocked would end the process in the middle of
/// the report.
TEST(Signals, DoNotBlockFaultsOfTheThreadThatHears) {
  std::promise<sigset_t> mask;
  const Signals signals([&](int, int) {
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    mask.set_value(blocked);
  });
  std::raise(SIGUSR2);
  const sigset_t blocked = mask.get_future().get();
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    EXPECT_FALSE(sigismember(&blocked, fault)) << fault;
  EXPECT_TRUE(sigismember(&blocked, SIGTERM));
}

TEST(Signals, AreAsBeforeAfterwards) {
  struct sigaction before{}, after{};
  sigaction(SIGINT, nullptr, &before);
  {
    const Signals signals;
  }
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

} // namespace
} // namespace nopal
