#include "driver/guard/left_threads.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <thread>

namespace nopal {
namespace {

TEST(LeftThreads, NameTheFunctionThatStartedThem) {
  LeftThreads left;
  std::atomic<bool> ends{false};
  std::atomic<pid_t> number{0};
  const auto run = [&] {
    number = gettid();
    number.notify_all();
    ends.wait(false);
  };
  std::thread earlier(run); // before any function
  number.wait(0);
  const pid_t of_earlier = number.exchange(0);

  left.before();
  std::thread([] {}).join();
  std::thread late(run);
  number.wait(0);
  left.after("heat::start (initial, iteration 0)");
  EXPECT_EQ(left.starter_of(number), "heat::start (initial, iteration 0)");
  EXPECT_EQ(left.starter_of(of_earlier), "");
  EXPECT_EQ(left.starter_of(gettid()), "");
  EXPECT_EQ(left.starters(), "heat::start (initial, iteration 0)");

  left.before();
  left.after("heat::step (evol, iteration 1)");
  EXPECT_EQ(left.starters(), "heat::start (initial, iteration 0)");

  ends = true;
  ends.notify_all();
  earlier.join();
  late.join();
  left.before();
  left.after("heat::step (evol, iteration 2)");
  EXPECT_EQ(left.starters(), "");
}

} // namespace
} // namespace nopal
