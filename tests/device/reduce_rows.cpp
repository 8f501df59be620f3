// Rows of reduce.

#include "rows.hpp"

#include "core/reductions/moments.hpp"
#include "core/variables/poison_word.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace nopal::test {
namespace {

constexpr MomentsWanted everything{true, true, true, true};

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

class reduce : public DeviceRows {
protected:
  /// Returns data for u@0 whose points hold these values in turn. The padding between rows is 0.
  Bytes holding(const std::vector<double>& values) const {
    Bytes data(bytes({u, 0}));
    std::size_t next = 0;
    each(layout.box, [&](long i, long j, long k) {
      std::memcpy(data.data() + at({u, 0}, i, j, k), &values[next++ % values.size()], 8);
    });
    return data;
  }
  /// Expects the same moments from device and host for the points of the box, for each moment alone and for all
  /// together.
  void expect_as_on_the_host(const Bytes& data, Slot slot, Type type, const Box& box) {
    for (const MomentsWanted& wanted :
         {everything, MomentsWanted{true, false, false, false}, MomentsWanted{false, true, false, false},
          MomentsWanted{false, false, true, false}, MomentsWanted{false, false, false, true}}) {
      const Moments expected = moments(data.data(), layout, type, box, wanted);
      const Moments found = device->reduce({slot, box}, type, wanted);
      EXPECT_EQ(bits(found.min + 0.0), bits(expected.min + 0.0)) << box.text();
      EXPECT_EQ(bits(found.max + 0.0), bits(expected.max + 0.0));
      EXPECT_EQ(found.nan, expected.nan);
      EXPECT_EQ(found.least, expected.least) << box.text();
      EXPECT_EQ(found.largest, expected.largest);
      EXPECT_EQ(found.sum.normalized(), expected.sum.normalized()) << box.text();
      EXPECT_EQ(found.magnitudes.normalized(), expected.magnitudes.normalized());
      EXPECT_EQ(found.squares.normalized(), expected.squares.normalized());
    }
  }
  std::vector<Box> boxes() const {
    const Box& all = layout.box;
    return {all, {{0, 0, 0}, {1, 1, 1}}, {{1, 0, 1}, {all.upper[0] - 1, all.upper[1], all.upper[2] - 1}}};
  }
};

/// Numbers of several kinds: similar, of very different sizes, with cancellation, denormal, huge.
std::vector<double> sample(int kind, std::size_t n) {
  std::mt19937_64 random(static_cast<unsigned>(kind) + 1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto scaled = [&](int first, int last) {
    return std::ldexp(uniform(random), std::uniform_int_distribution<int>(first, last)(random));
  };
  constexpr int exponents[][2] = {{0, 0}, {-30, 30}, {-1074, 1023}, {-1074, -1015}, {-560, -500}, {500, 520}};
  std::vector<double> values;
  while (values.size() < n) {
    values.push_back(scaled(exponents[kind][0], exponents[kind][1]));
    if (random() % 3 == 0) values.push_back(-values.back() * (1 + 0x1p-50));
    if (random() % 7 == 0) values.push_back(random() % 2 == 0 ? 0.0 : -0.0);
  }
  return values;
}

TEST_F(reduce, gives_the_bits_of_the_host_for_numbers_of_any_size) {
  for (int kind = 0; kind < 6; ++kind) {
    const Bytes data = holding(sample(kind, 900));
    upload({u, 0}, data);
    for (const Box& box : boxes()) expect_as_on_the_host(data, {u, 0}, Type::real, box);
  }
}

TEST_F(reduce, tells_infinities_nan_and_poison) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
  const double poison = std::bit_cast<double>(poison_bits({PoisonKind::invalid, Region::ghosts, true, 4}));
  for (const std::vector<double>& special : std::vector<std::vector<double>>{
           {infinity}, {-infinity}, {infinity, -infinity}, {nan}, {-nan, infinity}, {poison}, {-poison, 1e200}}) {
    std::vector<double> values(801, 0.375);
    for (std::size_t n = 0; n < special.size(); ++n) values[400 + 17 * n] = special[n];
    const Bytes data = holding(values);
    upload({u, 0}, data);
    expect_as_on_the_host(data, {u, 0}, Type::real, layout.box);
  }
}

// norm_inf uses only the extremes and shows whether all values are finite. It must see a single bad value anywhere in a
// row, and none outside of the box.
TEST_F(reduce, extremes_tell_whether_all_values_are_finite) {
  constexpr MomentsWanted extremes{.extremes = true};
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
  const double signalling = std::bit_cast<double>(std::uint64_t{0x7ff0000000000001});
  const auto finite = [](const Moments& moments) {
    return !moments.nan && std::isfinite(moments.min) && std::isfinite(moments.max);
  };
  for (const Layout& of : {layout_of(1030, 2, 1), layout_of(7, 5, 3)}) {
    start(of);
    const Box& all = layout.box;
    const Box inner{{all.lower[0] + 1, all.lower[1] + 1, all.lower[2]}, {all.upper[0] - 1, all.upper[1], all.upper[2]}};
    for (const double bad : {nan, -nan, signalling, infinity, -infinity})
      for (const long i : {-2L, -1L, 0L, 1L, 2L, 3L, 508L, 509L, 510L, 511L, 1021L, 1022L, 1024L, 1026L, 1027L})
        for (const long j : {all.lower[1], all.upper[1] - 1}) {
          if (i >= all.upper[0]) continue;
          Bytes data = holding({1e300, -0.0, -3.5});
          std::memcpy(data.data() + at({u, 0}, i, j, all.upper[2] - 1), &bad, 8);
          upload({u, 0}, data);
          EXPECT_FALSE(finite(device->reduce({{u, 0}, all}, Type::real, extremes))) << bad << " at " << i << ", " << j;
          EXPECT_FALSE(finite(moments(data.data(), layout, Type::real, all, extremes)));
          const bool inside = inner.contains(Index{i, j, all.upper[2] - 1});
          EXPECT_EQ(finite(device->reduce({{u, 0}, inner}, Type::real, extremes)), !inside)
              << bad << " at " << i << ", " << j;
          EXPECT_EQ(finite(moments(data.data(), layout, Type::real, inner, extremes)), !inside);
        }
  }
}

TEST_F(reduce, adds_integers_of_64_bits_exactly) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  const std::int64_t numbers[] = {most, most - 1, least, least + 1, 0, -1, 1, 0x100000001, -0x7fffffff1, most / 3};
  Bytes data(bytes({n, 1}));
  std::size_t next = 0;
  each(layout.box, [&](long i, long j, long k) {
    const std::int64_t number = numbers[next++ % std::size(numbers)];
    std::memcpy(data.data() + at({n, 1}, i, j, k), &number, 8);
  });
  upload({n, 1}, data);
  for (const Box& box : boxes()) expect_as_on_the_host(data, {n, 1}, Type::integer, box);
}

TEST_F(reduce, finds_the_extremes_of_integers_that_no_double_holds) {
  start(layout_of(70, 41, 13)); // many columns are added
  for (const std::int64_t first : {(std::int64_t{1} << 53) + 1, -(std::int64_t{1} << 62) - 1}) {
    Bytes data(bytes({n, 1}));
    std::int64_t next = first;
    each(layout.box, [&](long i, long j, long k) {
      std::memcpy(data.data() + at({n, 1}, i, j, k), &next, 8);
      next += 2;
    });
    upload({n, 1}, data);
    for (const Box& box : boxes()) expect_as_on_the_host(data, {n, 1}, Type::integer, box);
    EXPECT_EQ(device->reduce({{n, 1}, layout.box}, Type::integer, {.extremes = true}).least, first);
  }
}

TEST_F(reduce, takes_the_values_that_the_last_command_left) {
  upload({v, 0}, pattern({v, 0}, 1));
  upload({u, 0}, pattern({u, 0}, 2));
  const BoxCopy copy{{u, 0}, {v, 0}, layout.box, {0, 0, 0}};
  device->copy_boxes({&copy, 1});
  expect_as_on_the_host(pattern({u, 0}, 2), {v, 0}, Type::real, layout.box);
  upload({v, 0}, pattern({v, 0}, 3));
  expect_as_on_the_host(pattern({v, 0}, 3), {v, 0}, Type::real, layout.box);
}

TEST_F(reduce, takes_rows_of_any_length_and_in_any_number) {
  // Arrays have no room between rows. So have the components of elements of a set.
  for (const Layout& of : {layout_of(5000, 1, 1), layout_of(3, 170, 1), layout_of(2, 3, 90), layout_of(70, 41, 13),
                           array_layout({4, 700, 1}), array_layout({3, 41, 5})}) {
    start(of);
    const Bytes data = pattern({u, 0}, 5);
    upload({u, 0}, data);
    Box owned = layout.box;
    owned.upper[1] = (owned.lower[1] + owned.upper[1] + 1) / 2;
    for (const Box& box : {layout.box, owned}) expect_as_on_the_host(data, {u, 0}, Type::real, box);
  }
}

} // namespace
} // namespace nopal::test
