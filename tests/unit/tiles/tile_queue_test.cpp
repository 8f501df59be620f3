#include "core/tiles/tile_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace nopal::test {
namespace tile_queue_test {

/// Which tiles are done, as seen from outside of the queue.
class Done {
public:
  explicit Done(const Index& n) : n_(n), done_(static_cast<std::size_t>(n[0] * n[1] * n[2])) {}

  /// Whether the tiles before this one are done along each axis.
  bool may_begin(long tile) const {
    const Index at{tile % n_[0], tile / n_[0] % n_[1], tile / (n_[0] * n_[1])};
    long stride = 1;
    for (int axis = 0; axis < 3; ++axis) {
      if (at[axis] > 0 && done_[static_cast<std::size_t>(tile - stride)] != 1) return false;
      stride *= n_[axis];
    }
    return done_[static_cast<std::size_t>(tile)] == 0;
  }
  void set(long tile) { ++done_[static_cast<std::size_t>(tile)]; }
  long n_done() const {
    long n = 0;
    for (const auto& each : done_) n += each;
    return n;
  }

private:
  Index n_;
  std::vector<std::atomic<int>> done_;
};

TEST(TileQueues, OneThreadGetsAllTilesAndNeverWaits) {
  for (const Index n : {Index{1, 1, 1}, Index{1, 5, 1}, Index{3, 2, 4}, Index{1, 4, 7}}) {
    TileQueue queue(n);
    Done done(n);
    std::optional<long> tile = queue.next();
    for (; tile; tile = queue.next(tile)) {
      ASSERT_TRUE(done.may_begin(*tile));
      done.set(*tile);
    }
    EXPECT_EQ(done.n_done(), n[0] * n[1] * n[2]);
    EXPECT_EQ(queue.next(), std::nullopt);
  }
}

TEST(TileQueues, AThreadGoesOnAlongTheFastestAxis) {
  TileQueue queue({1, 3, 3});
  EXPECT_EQ(queue.next(), 0);
  EXPECT_EQ(queue.next(0), 1);
  EXPECT_EQ(queue.next(), 3) << "a second thread takes the next row";
  EXPECT_EQ(queue.next(1), 2);
  EXPECT_EQ(queue.next(3), 4);
}

TEST(TileQueues, ThreadsShareTiles) {
  const Index n{3, 20, 20};
  TileQueue queue(n);
  Done done(n);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (std::optional<long> tile = queue.next(); tile; tile = queue.next(tile)) {
        if (!done.may_begin(*tile)) ++wrong;
        done.set(*tile);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(done.n_done(), n[0] * n[1] * n[2]);
}

TEST(TileQueues, AFailureEndsTheWaitOfOthers) {
  TileQueue queue({1, 4, 1});
  const std::optional<long> first = queue.next();
  std::atomic<bool> ended = false;
  std::thread waits([&] {
    EXPECT_EQ(queue.next(), std::nullopt);
    ended = true;
  });
  queue.cancel();
  waits.join();
  EXPECT_TRUE(ended);
  EXPECT_EQ(queue.next(first), std::nullopt);
}

TEST(TileQueues, NoTiles) {
  TileQueue queue({0, 1, 1});
  EXPECT_EQ(queue.next(), std::nullopt);
}

} // namespace tile_queue_test
} // namespace nopal::test
