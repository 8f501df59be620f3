// Launches of kernels that compute columns in order: the order of boxes, and the shares of threads.

#include "core/kernels/columns.hpp"
#include "core/kernels/host_kernel.hpp"
#include "core/plugins/host_backends.hpp"

#include <gmock/gmock.h>

#include <mutex>
#include <thread>

namespace nopal::test {
namespace columns_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

LaunchBox box(const Index& lower, const Index& upper) { return {{lower, upper}, {}, {}}; }

TEST(Columns, AreSharedByBoxesAboveOneAnother) {
  const LaunchBox low = box({0, 0, 0}, {4, 3, 2}), high = box({3, 2, 7}, {9, 9, 9}), beside = box({4, 0, 0}, {5, 3, 9}),
                  behind = box({0, 3, 2}, {4, 4, 9}), empty = box({0, 0, 2}, {4, 3, 2});
  EXPECT_TRUE(share_columns(std::vector{beside, low, high}));
  EXPECT_FALSE(share_columns(std::vector{low, beside, behind}));
  EXPECT_FALSE(share_columns(std::vector{low, empty}));
  EXPECT_FALSE(share_columns(std::vector{low}));
  EXPECT_FALSE(share_columns({}));
}

TEST(Columns, BoxesComeAlongTheOrder) {
  const LaunchBox top = box({0, 0, 5}, {4, 3, 6}), middle = box({0, 0, 1}, {4, 3, 5}),
                  bottom = box({0, 0, 0}, {4, 3, 1}), other = box({9, 0, 1}, {12, 3, 5});
  const std::vector<LaunchBox> boxes{top, other, bottom, middle};
  EXPECT_THAT(in_order(boxes, VerticalOrder::forward), ElementsAre(bottom, other, middle, top));
  EXPECT_THAT(in_order(boxes, VerticalOrder::backward), ElementsAre(top, other, middle, bottom));
  EXPECT_EQ(in_order(boxes, VerticalOrder::parallel), boxes);
  EXPECT_THAT(in_order({}, VerticalOrder::forward), IsEmpty());
}

// What over_columns asks for: the box of one call, in the order of the calls.
struct Shares {
  static inline std::mutex mutex;
  static inline std::vector<LaunchBox> boxes;
  static inline std::vector<std::thread::id> threads;

  static void compute(const HostLaunch&, const LaunchBox& part, long first, long last) {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(first, 0);
    EXPECT_EQ(last, part.box.empty() ? 0 : part.box.extent(1) * part.box.extent(2));
    if (part.box.empty()) return;
    boxes.push_back(part);
    threads.push_back(std::this_thread::get_id());
  }

  Shares(const std::vector<LaunchBox>& launched, VerticalOrder order, int n_threads) {
    boxes.clear();
    threads.clear();
    const auto backend = make_host_backend("threads", n_threads, SearchPath::standard());
    HostLaunch launch;
    launch.boxes = launched.data();
    launch.n_boxes = static_cast<long>(launched.size());
    launch.backend = backend.get();
    host_kernel::over_columns(launch, order, compute);
  }
};

TEST(OverColumns, SharesOutRangesOfJ) {
  const LaunchBox one{{{-2, 3, -1}, {60, 10, 90}}, {1, 0, 0}, {0, 7, 0}}, two = box({60, 0, 0}, {61, 2, 90});
  Shares shares({one, two}, VerticalOrder::forward, 3);
  std::ranges::sort(shares.boxes, {}, [](const LaunchBox& part) { return part.box.lower; });
  std::vector<long> starts;
  long next = one.box.lower[1], points = 0;
  for (const LaunchBox& part : shares.boxes) {
    points += part.box.points();
    if (part.normal != one.normal) continue;
    EXPECT_EQ(part.box, (Box{{-2, next, -1}, {60, part.box.upper[1], 90}})) << "whole columns, side by side";
    EXPECT_EQ(part.image, one.image);
    starts.push_back(next);
    next = part.box.upper[1];
  }
  EXPECT_GE(starts.size(), 3U) << "there is a part for each member";
  EXPECT_EQ(next, one.box.upper[1]);
  EXPECT_EQ(points, one.box.points() + two.box.points());
}

TEST(OverColumns, ComputesBoxesAboveOneAnotherInOrderInOneThread) {
  const LaunchBox low = box({0, 0, 0}, {64, 64, 1}), middle = box({0, 0, 1}, {64, 64, 9}),
                  high = box({0, 0, 9}, {64, 64, 10});
  EXPECT_THAT(Shares({middle, high, low}, VerticalOrder::forward, 3).boxes, ElementsAre(low, middle, high));
  EXPECT_THAT(Shares({middle, high, low}, VerticalOrder::backward, 3).boxes, ElementsAre(high, middle, low));
  EXPECT_THAT(Shares::threads, ::testing::Each(std::this_thread::get_id()));
}

TEST(OverColumns, ComputesFewPointsInOneThread) {
  const LaunchBox few = box({0, 0, 0}, {8, 8, 8});
  EXPECT_THAT(Shares({few}, VerticalOrder::forward, 3).boxes, ElementsAre(few));
  EXPECT_THAT(Shares({}, VerticalOrder::forward, 3).boxes, IsEmpty());
  EXPECT_THAT(Shares({box({0, 0, 0}, {90, 0, 90})}, VerticalOrder::backward, 3).boxes, IsEmpty());
}

} // namespace columns_test
} // namespace nopal::test
