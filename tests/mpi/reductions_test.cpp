#include "core/base/error.hpp"
#include "driver/reductions/mpi_reductions.hpp"

#include "world.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace nopal {
namespace {

using test::View;

constexpr Reduction all_kinds[] = {Reduction::min,   Reduction::max,   Reduction::sum,     Reduction::average,
                                   Reduction::norm1, Reduction::norm2, Reduction::norm_inf};
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Returns the results as doubles.
std::vector<double> reals(const std::vector<Reduced>& results) {
  std::vector<double> values;
  for (const Reduced& result : results) values.push_back(result.real);
  return values;
}

std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> result;
  for (const double value : values) result.push_back(std::bit_cast<std::uint64_t>(value));
  return result;
}

/// Values of many magnitudes and both signs. A sum that is rounded at each addition depends on their order.
double term_at(long i, long j, long k) {
  const double phase = 0.37 * static_cast<double>(i) + 1.3 * static_cast<double>(j) - 0.21 * static_cast<double>(k);
  return std::ldexp(std::fmod(phase * phase, 2.0) - 0.9, static_cast<int>((i * 7 + j * 3 + k * 11) % 40) - 20);
}

/// Computes all reductions of the points of the whole domain, one by one, on this rank alone.
std::vector<double> expected(const Domain& domain) {
  ExactSum sum, magnitudes, squares;
  double low = infinity, high = -infinity;
  test::for_each_point(domain.points(), [&](long i, long j, long k) {
    const double x = term_at(i, j, k);
    sum.add(x);
    magnitudes.add(std::fabs(x));
    squares.add(x * x);
    low = std::fmin(low, x);
    high = std::fmax(high, x);
  });
  const auto n = static_cast<double>(domain.points().points());
  return {low,
          high,
          sum.value(),
          sum.value() / n,
          magnitudes.value() / n,
          std::sqrt(squares.value() / n),
          std::fmax(-low, high)};
}

class Threads {
public:
  explicit Threads(int n) : before_(omp_get_max_threads()) { omp_set_num_threads(n); }
  ~Threads() { omp_set_num_threads(before_); }

private:
  int before_;
};

/// Adds a dat of reals and one of integers.
Variables with_dats(Variables variables) {
  for (const auto& [name, type] : {std::pair{"nothing", Type::real}, std::pair{"no_count", Type::integer}}) {
    Group group = test::group(std::string("test::of_") + name, GroupKind::dat, type);
    group.set = "test::elements";
    variables.add_group(group, {name});
  }
  return variables;
}

class MpiReductionsTest : public testing::Test {
protected:
  void make(DomainSpec spec) {
    decomposition.emplace(Domain(spec), test::world_size());
    const Spaces spaces(variables, *decomposition, test::world_rank());
    storage.emplace(variables, spaces);
    reductions.emplace(MPI_COMM_WORLD, variables, spaces, *storage);
  }
  /// Points that are stored but not owned get the value `ghost`, which must not count.
  template <class T, class Value> void fill(Slot slot, T ghost, Value value) {
    const View<T> field(*storage, slot);
    const Box owned = decomposition->owned(test::world_rank());
    test::for_each_point(decomposition->stored(test::world_rank()), [&](long i, long j, long k) {
      field(i, j, k) = owned.contains(Index{i, j, k}) ? value(i, j, k) : ghost;
    });
  }

  const Variables variables = with_dats(test::some_variables(1));
  const Slot real{*variables.find_variable("test::real0"), 1};
  const Slot whole{*variables.find_variable("test::whole"), 0};
  const Slot list{*variables.find_variable("test::list"), 0};
  const Slot single{*variables.find_variable("test::single"), 0};
  std::optional<Decomposition> decomposition;
  std::optional<Storage> storage;
  std::optional<MpiReductions> reductions;
};

TEST_F(MpiReductionsTest, GivesTheSameBitsForAnyNumberOfRanksAndThreads) {
  DomainSpec spec;
  spec.cells = {61, 23, 29};
  for (const long ghosts : {1L, 3L})
    for (const bool periodic : {false, true}) {
      spec.ghosts = spec.boundary_width = ghosts;
      spec.periodic = {periodic, periodic, false};
      make(spec);
      fill(real, nan, term_at);
      for (const int threads : {1, 2, 3}) {
        const Threads set(threads);
        EXPECT_EQ(bits(reals(reductions->reduce(real, all_kinds))), bits(expected(decomposition->domain())))
            << threads << " threads";
      }
    }
}

TEST_F(MpiReductionsTest, LongRowsAreShared) {
  make({.dimension = 1, .cells = {200003, 1, 1}});
  fill(real, nan, term_at);
  const Threads set(2);
  EXPECT_EQ(bits(reals(reductions->reduce(real, all_kinds))), bits(expected(decomposition->domain())));
}

TEST_F(MpiReductionsTest, ResultsComeInTheOrderAskedFor) {
  make({.cells = {8, 8, 16}});
  fill(real, nan, [](long i, long, long) { return i == 3 ? -2.0 : 1.0; });
  const double share = 1.0 / 9; // of the nine planes i = 0..8
  const Reduction which[] = {Reduction::norm_inf, Reduction::min, Reduction::average, Reduction::norm_inf};
  const std::vector<double> results = reals(reductions->reduce(real, which));
  EXPECT_EQ(results[0], 2.0);
  EXPECT_EQ(results[1], -2.0);
  EXPECT_DOUBLE_EQ(results[2], 1 - 3 * share);
  EXPECT_EQ(results[3], 2.0);
  EXPECT_TRUE(reductions->reduce(real, {}).empty());
}

TEST_F(MpiReductionsTest, OneNanAnywhereMakesEveryReductionNanOnAllRanks) {
  make({.cells = {12, 12, 12}});
  for (const long at : {0L, 5L, 12L}) {
    fill(real, 0.0, [at](long i, long j, long k) { return i == at && j == at && k == at ? nan : 1.0; });
    for (const double result : reals(reductions->reduce(real, all_kinds))) EXPECT_TRUE(std::isnan(result));
  }
  fill(real, nan, [](long, long, long) { return nan; });
  for (const double result : reals(reductions->reduce(real, all_kinds))) EXPECT_TRUE(std::isnan(result));
}

TEST_F(MpiReductionsTest, InfinitiesAndZeros) {
  make({.cells = {12, 12, 12}});
  fill(real, nan, [](long, long, long k) { return k == 12 ? infinity : -1.0; });
  EXPECT_EQ(reals(reductions->reduce(real, all_kinds)),
            (std::vector<double>{-1, infinity, infinity, infinity, infinity, infinity, infinity}));
  fill(real, nan, [](long i, long, long) { return i % 2 == 0 ? 0.0 : -0.0; });
  EXPECT_EQ(bits(reals(reductions->reduce(real, all_kinds))), bits(std::vector<double>(7, 0.0)));
}

TEST_F(MpiReductionsTest, IntegersAreNotRounded) {
  make({.cells = {10, 10, 10}});
  constexpr std::int64_t large = std::int64_t{1} << 62;
  fill<std::int64_t>(whole, large + 2, [](long i, long, long) { return i % 2 == 0 ? large + 1 : -large - 3; });
  const std::vector<Reduced> found = reductions->reduce(whole, all_kinds);
  const Int128 sum = Int128{121} * (6 * (Int128{large} + 1) - 5 * (Int128{large} + 3));
  const std::optional<Int128> none, expected[] = {-large - 3, large + 1, sum, none, none, none, large + 3};
  for (std::size_t n = 0; n < std::size(all_kinds); ++n) {
    EXPECT_TRUE(found[n].integer == expected[n]) << to_string(all_kinds[n]);
    if (expected[n]) {
      EXPECT_EQ(found[n].real, static_cast<double>(*expected[n])) << to_string(all_kinds[n]);
    }
  }
  EXPECT_EQ(found[3].real, static_cast<double>(sum) / 1331);
  EXPECT_EQ(found[4].real, 0x1p62);
  EXPECT_EQ(found[5].real, 0x1p62);
}

TEST_F(MpiReductionsTest, TheEndsOfTheIntegers) {
  make({.cells = {10, 10, 10}});
  using Limits = std::numeric_limits<std::int64_t>;
  fill<std::int64_t>(whole, 0, [](long i, long, long) { return i == 7 ? Limits::max() : Limits::min(); });
  const Reduction which[] = {Reduction::min, Reduction::max, Reduction::norm_inf, Reduction::sum};
  const Int128 expected[] = {Limits::min(), Limits::max(), -Int128{Limits::min()},
                             121 * (10 * Int128{Limits::min()} + Limits::max())};
  const std::vector<Reduced> found = reductions->reduce(whole, which);
  for (std::size_t n = 0; n < std::size(which); ++n) EXPECT_TRUE(found[n].integer == expected[n]) << n;
}

TEST_F(MpiReductionsTest, NothingHasSumsAndNormsOfZeroAndNoExtremesAndNoAverage) {
  make({.cells = {8, 8, 16}}); // without a mesh, the set has no elements
  for (const char* name : {"test::nothing", "test::no_count"}) {
    const int variable = *variables.find_variable(name);
    const std::vector<Reduced> found = reductions->reduce({variable, 0}, all_kinds);
    const bool integers = variables.group_of(variable).type == Type::integer;
    for (std::size_t n = 0; n < std::size(all_kinds); ++n) {
      const Reduction kind = all_kinds[n];
      const bool none = kind == Reduction::min || kind == Reduction::max || kind == Reduction::average;
      EXPECT_EQ(found[n].none, none) << to_string(kind);
      if (none) {
        EXPECT_TRUE(std::isnan(found[n].real) && !found[n].integer) << to_string(kind);
      } else {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(found[n].real), 0U) << to_string(kind);
      }
      EXPECT_EQ(found[n].integer == Int128{0}, integers && (kind == Reduction::sum || kind == Reduction::norm_inf));
    }
  }
}

TEST_F(MpiReductionsTest, ArraysAndScalarsAreNotSummedOverRanks) {
  make({.cells = {8, 8, 16}});
  const View<double> values(*storage, list);
  for (long i = 0; i < 7; ++i) values(i, 0, 0) = static_cast<double>(i);
  View<double>(*storage, single)(0, 0, 0) = -3;
  const Reduction which[] = {Reduction::sum, Reduction::average, Reduction::norm_inf};
  EXPECT_EQ(reals(reductions->reduce(list, which)), (std::vector<double>{21, 3, 6}));
  EXPECT_EQ(reals(reductions->reduce(single, which)), (std::vector<double>{-3, -3, 3}));
}

TEST_F(MpiReductionsTest, ComplexVariablesAreRefused) {
  make({.cells = {8, 8, 16}});
  EXPECT_THROW(reductions->reduce({*variables.find_variable("test::pair"), 0}, all_kinds), Error);
}

TEST_F(MpiReductionsTest, LocalValues) {
  make({.cells = {8, 8, 16}});
  const int rank = test::world_rank(), size = test::world_size();
  ExactSum local;
  local.add(rank == 0 ? 1e300 : 0.125);
  if (rank == size - 1) local.add(-1e300);
  EXPECT_EQ(reductions->sum(local), 0.125 * (size - 1));
  ExactSum integers;
  integers.add_integer(std::numeric_limits<std::int64_t>::min() + rank);
  EXPECT_TRUE(reductions->integer_sum(integers) ==
              size * Int128{std::numeric_limits<std::int64_t>::min()} + size * (size - 1) / 2);
  EXPECT_EQ(reductions->max(rank), size - 1);
  EXPECT_EQ(reductions->min(rank + 1), 1);
  EXPECT_EQ(reductions->min(-rank), -(size - 1));
  EXPECT_TRUE(std::isnan(reductions->max(rank == size - 1 ? nan : 1)));
  EXPECT_TRUE(std::isnan(reductions->min(rank == 0 ? nan : 1)));
}

} // namespace
} // namespace nopal
