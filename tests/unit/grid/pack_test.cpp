#include "core/grid/pack.hpp"

#include "tests/support/points.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <vector>

namespace nopal {
namespace {

using test::for_each_point;

std::size_t element(const Layout& layout, const Index& p) {
  return static_cast<std::size_t>(layout.index(p[0], p[1], p[2]));
}

template <class T> T number(const Index& p) { return T(static_cast<double>(p[0] + 1000 * (p[1] + 1000 * p[2]))); }

/// Returns a slot in which each point holds its own index and the padding holds -1.
template <class T> std::vector<T> numbered(const Layout& layout) {
  std::vector<T> slot(static_cast<std::size_t>(layout.size), T(-1));
  for_each_point(layout.box, [&](const Index& p) { slot[element(layout, p)] = number<T>(p); });
  return slot;
}

template <class T> void check_round_trip(const Layout& layout, const Box& box) {
  const std::vector<T> slot = numbered<T>(layout);
  std::vector<T> dense(static_cast<std::size_t>(box.points()) + 1, T(-7));
  pack_box(reinterpret_cast<const std::byte*>(slot.data()), layout, sizeof(T), box,
           reinterpret_cast<std::byte*>(dense.data()));
  std::size_t n = 0;
  for_each_point(box, [&](const Index& p) { ASSERT_EQ(dense[n++], number<T>(p)) << box.text(); });
  ASSERT_EQ(dense[n], T(-7)) << "nothing behind the strip";

  std::vector<T> other(slot.size(), T(-3)), expected(slot.size(), T(-3));
  unpack_box(reinterpret_cast<std::byte*>(other.data()), layout, sizeof(T), box,
             reinterpret_cast<const std::byte*>(dense.data()));
  for_each_point(box, [&](const Index& p) { expected[element(layout, p)] = slot[element(layout, p)]; });
  ASSERT_EQ(other, expected) << "only the box is written";
}

TEST(Pack, RoundTripsBoxes) {
  const Layout layout = grid_layout({{-1, -2, 0}, {12, 9, 7}}, 1, 3);
  for (const Box& box : {layout.box, Box{{-1, -2, 0}, {0, 9, 7}}, Box{{9, -2, 0}, {12, 9, 7}},
                         Box{{-1, 3, 0}, {12, 4, 7}}, Box{{2, 3, 4}, {2, 4, 7}}, Box{{0, 0, 6}, {11, 8, 7}}}) {
    check_round_trip<double>(layout, box);
    check_round_trip<std::complex<double>>(layout, box);
  }
  check_round_trip<double>(grid_layout({{-3, 0, 0}, {20, 1, 1}}, 0, 1), {{-3, 0, 0}, {0, 1, 1}});
}

TEST(Pack, LargeBoxesAreCopiedByAllThreads) {
  const Layout layout = grid_layout({{0, 0, 0}, {70, 50, 60}}, 1, 3);
  check_round_trip<double>(layout, layout.box);
  check_round_trip<double>(layout, {{3, 0, 0}, {66, 50, 60}});
}

TEST(Pack, CopiesBetweenSlotsWithAShift) {
  const Layout layout = grid_layout({{-1, -1, 0}, {11, 6, 1}}, 0, 2);
  std::vector<double> slot = numbered<double>(layout);
  const auto at = [&](long i, long j) { return slot[static_cast<std::size_t>(layout.index(i, j, 0))]; };
  auto* bytes = reinterpret_cast<std::byte*>(slot.data());
  copy_box({bytes, layout}, {bytes, layout}, 8, {{-1, 0, 0}, {0, 5, 1}}, {10, 0, 0});
  for (long j = 0; j < 5; ++j) EXPECT_EQ(at(-1, j), static_cast<double>(9 + 1000 * j));
  EXPECT_EQ(at(0, 0), 0);
  std::vector<double> past(slot.size(), 0.5);
  copy_box({bytes, layout}, {reinterpret_cast<std::byte*>(past.data()), layout}, 8, layout.box);
  for (long j = -1; j < 6; ++j)
    for (long i = -1; i < 11; ++i) EXPECT_EQ(past[static_cast<std::size_t>(layout.index(i, j, 0))], at(i, j));
}

} // namespace
} // namespace nopal
