// Compares the functions of core/maths/texts with MPFR, and their scalar and vector forms with each other.
// usage: maths_accuracy [--arguments N] [FUNCTION...]

#include "functions.hpp"

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace nopal::test;

namespace {

using OfOne = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);
using OfTwo = int (*)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

enum class Spread {
  even,
  by_exponent, ///< sizes spread evenly by exponent, with both signs
  integers,
  over_log ///< divided by the logarithm of the first argument: powers are of the size exp(lower) to exp(upper)
};
struct Range {
  double lower, upper;
  Spread spread = Spread::even;
  Range(double least, double most, Spread of = Spread::even) : lower(least), upper(most), spread(of) {}
  Range(double least, double most, bool logarithmic) : Range(least, most, logarithmic ? Spread::by_exponent : Spread::even) {}
};
/// What holds bit for bit, beside the error. `growing`: f increases with the size of x.
enum class Symmetry { none, odd, even };
enum class Order { none, increasing, decreasing, growing };
struct Case {
  const char* name;
  OfOne one = nullptr;
  OfTwo two = nullptr;
  std::vector<Range> ranges, second_ranges = {};
  Symmetry symmetry = Symmetry::none;
  Order order = Order::none;
  std::vector<double> borders = {}; ///< of pieces: the reals around them and around their negatives are compared, too
};

constexpr double smallest = 4.9e-324, largest = 1.79e308;

const Case cases[] = {
    {.name = "exp", .one = mpfr_exp, .ranges = {{-746, 710}, {-1, 1}, {smallest, 800, true}, {-746, -707}}, .order = Order::increasing},
    {.name = "log", .one = mpfr_log, .ranges = {{0.5, 2}, {0.99, 1.01}, {smallest, largest, true}}, .order = Order::increasing},
    {.name = "sin", .one = mpfr_sin, .ranges = {{-1, 1}, {-10, 10}, {-1e9, 1e9}, {smallest, largest, true}, {1e9, largest, true}}, .symmetry = Symmetry::odd},
    {.name = "cos", .one = mpfr_cos, .ranges = {{-1, 1}, {-10, 10}, {-1e9, 1e9}, {smallest, largest, true}, {1e9, largest, true}}, .symmetry = Symmetry::even},
    {.name = "pow",
     .two = mpfr_pow,
     .ranges = {{0, 2}, {0.1, 10}, {smallest, largest, true}, {smallest, largest, true}, {smallest, largest, true},
                {smallest, largest, true}, {0.999, 1.001}, {1 - 1e-12, 1 + 1e-12}, {smallest, 0x1p-1022, true},
                {0.5, 2}, {-20, 20, Spread::integers}, {-10, 10}, {0, 10}, {smallest, largest, true}, {0.5, 2}, {0.7, 1.42}},
     .second_ranges = {{-20, 20}, {-300, 300}, {smallest, largest, true}, {-746, 710, Spread::over_log}, {-746, -707, Spread::over_log},
                       {709, 710, Spread::over_log}, {-746, 710, Spread::over_log}, {-746, 710, Spread::over_log}, {-1, 1},
                       {700, 709.7, Spread::over_log}, {-200, 200, Spread::integers}, {-300, 300, Spread::integers}, {-1, 1},
                       {-10, 10, Spread::integers}, {-746, -700, Spread::over_log}, {-746, 710, Spread::over_log}}},
    {.name = "expm1",
     .one = mpfr_expm1,
     .ranges = {{-1, 1}, {-0.5, 1.5}, {-40, -0.3}, {0, 40}, {-1e-3, 1e-3}, {-1, 710}, {709, 710}, {smallest, 800, true}},
     .order = Order::increasing,
     .borders = {0x1.62e42fefa39efp-2, 0x1.0a2b23f3bab73p0, 0x1.bb9d3beb8c86bp0, 0x1.2b708872320e2p5, 0x1.62e42fefa39efp9, 37.0, 36.04, 36.74, 44.7}},
    {.name = "tanh",
     .one = mpfr_tanh,
     .ranges = {{-1, 1}, {0, 0.5}, {-3, 3}, {3, 21}, {0.3, 0.4}, {smallest, 800, true}, {smallest, 0x1p-1000, true}},
     .symmetry = Symmetry::odd,
     .order = Order::increasing,
     .borders = {0x1.62e42fefa39efp-2, 0x1.0a2b23f3bab73p0, 0x1.bb9d3beb8c86bp0, 18.37, 19.06, 20.0}},
    {.name = "sinh",
     .one = mpfr_sinh,
     .ranges = {{-1, 1}, {0, 0.5}, {0.3, 0.6}, {-5, 5}, {5, 711}, {18, 30}, {709, 711}, {smallest, 800, true}, {smallest, 0x1p-1000, true}},
     .symmetry = Symmetry::odd,
     .order = Order::increasing,
     .borders = {0x1.62e42fefa39efp-2, 0x1.0a2b23f3bab73p0, 0x1.bb9d3beb8c86bp0, 18.37, 19.06, 27.38, 28.07, 0x1.633ce8fb9f87dp9}},
    {.name = "cosh",
     .one = mpfr_cosh,
     .ranges = {{-1, 1}, {0, 0.5}, {0.3, 0.6}, {-5, 5}, {5, 711}, {18, 30}, {709, 711}, {smallest, 800, true}, {smallest, 0x1p-1000, true}},
     .symmetry = Symmetry::even,
     .order = Order::growing,
     .borders = {0x1.62e42fefa39efp-2, 0x1.0a2b23f3bab73p0, 0x1.bb9d3beb8c86bp0, 18.37, 19.06, 27.38, 28.07, 0x1.633ce8fb9f87dp9}},
    {.name = "erf",
     .one = mpfr_erf,
     .ranges = {{-1, 1}, {0, 0.1}, {0.9, 1.3}, {1, 2}, {2, 6.1}, {-7, -1}, {smallest, largest, true}, {smallest, 0x1p-960, true}},
     .symmetry = Symmetry::odd,
     .order = Order::increasing,
     .borders = {1.0, 1.0196, 1.3164, 1.5576, 5.92, 6.0}},
    {.name = "erfc",
     .one = mpfr_erfc,
     .ranges = {{-1, 1}, {0, 0.1}, {-0.1, 0}, {0.4, 1.5}, {1, 6}, {5, 27.5}, {26.5, 27.5}, {-7, -0.5}, {smallest, largest, true}, {1e-20, 1e-10, true}},
     .order = Order::decreasing,
     .borders = {1e-17, 0x1p-54, 0x1p-53, 0x1p-52, 0.5, 0.5887, 1.0196, 1.3164, 3.0, 5.92, 6.5, 26.5432, 27.2260, 27.5}},
    {.name = "exp2",
     .one = mpfr_exp2,
     .ranges = {{-1, 1}, {-0.51, -0.49}, {0.49, 0.51}, {-1076, 1024}, {-1076, -1021}, {-1080, 1025, Spread::integers}, {smallest, 1100, true}},
     .order = Order::increasing,
     .borders = {0.5, 1.0, 1.5, 1022.0, 1074.0, 1075.0, 1024.0}},
    {.name = "atanh",
     .one = mpfr_atanh,
     .ranges = {{-1, 1}, {0, 0.2}, {0.15, 0.6}, {0.9, 1}, {0.999999, 1}, {smallest, 1, true}, {smallest, 0x1p-1000, true}, {-1.5, 1.5}},
     .symmetry = Symmetry::odd,
     .order = Order::increasing,
     .borders = {1.0 / 6, 0.5, 0.75, 0.6, 0.8, 0.875, 0.9375, 1.0}},
    {.name = "asinh",
     .one = mpfr_asinh,
     .ranges = {{-1, 1}, {0, 0.2}, {0.3, 0.4}, {0.35, 1.5}, {-20, 20}, {0x1p29, 0x1p31}, {smallest, largest, true}, {smallest, 0x1p-1000, true},
                {1e-10, 1e10, true}},
     .symmetry = Symmetry::odd,
     .order = Order::increasing,
     .borders = {0.353553390593, 1.23743686708, 2.7400387573, 0x1p30, 1.0, 0x1p-27, 0x1.6a09e667f3bcdp1023}},
    {.name = "acosh",
     .one = mpfr_acosh,
     .ranges = {{1, 2}, {1, 1.1}, {1, 1.000001}, {1.05, 1.08}, {1, 20}, {0x1p29, 0x1p31}, {0.5, largest, true}, {1, 1 + 1e-12}, {-2, 1.5}},
     .order = Order::increasing,
     .borders = {1.0, 1.06066017178, 1.59099025767, 2.9168155723, 0x1p30, 2.0, 0x1.6a09e667f3bcdp1023}},
};

double ulp_of(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, std::max(exponent - 53, -1074));
}

std::vector<double> arguments_in(const Range& range, long n, std::uint64_t seed, const std::vector<double>& first = {}) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> fraction(0.0, 1.0);
  std::vector<double> list(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < list.size(); ++i) {
    double& x = list[i];
    const double part = fraction(random);
    if (range.spread != Spread::by_exponent) {
      x = range.lower + part * (range.upper - range.lower);
      if (range.spread == Spread::integers) x = std::nearbyint(x);
      if (range.spread == Spread::over_log) x /= std::log(std::fabs(first[i]));
    } else {
      const double size = std::exp(std::log(range.lower) + part * (std::log(range.upper) - std::log(range.lower)));
      x = (random() & 1) == 0 ? size : -size;
    }
  }
  return list;
}

std::vector<double> around(const std::vector<double>& borders, int n_reals) {
  std::vector<double> list;
  for (const double border : borders)
    for (int n = -n_reals / 2; n < n_reals / 2; ++n) {
      list.push_back(std::bit_cast<double>(std::bit_cast<std::int64_t>(border) + n));
      list.push_back(-list.back());
    }
  return list;
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

struct Worst {
  double error = 0.0, a = 0.0, b = 0.0;
};

int mistakes = 0;

void complain(const char* name, double a, double b, double found, double wanted, const char* what) {
  if (++mistakes <= 20) std::printf("%s(%a, %a) = %a, not %a: %s\n", name, a, b, found, wanted, what);
}

Worst compare(const Case& c, const Compute (&compute)[3], const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<long>(a.size());
  std::vector<double> found[3];
  for (int w = 0; w < 3; ++w) {
    found[w].resize(a.size());
    compute[w](a.data(), b.empty() ? nullptr : b.data(), found[w].data(), n);
  }
  Worst worst;
  mpfr_t p, q, exact, difference;
  mpfr_inits2(53, p, q, static_cast<mpfr_ptr>(nullptr));
  mpfr_inits2(180, exact, difference, static_cast<mpfr_ptr>(nullptr));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double second = b.empty() ? 0.0 : b[i], value = found[0][i];
    for (int w = 1; w < 3; ++w)
      if (!same_bits(value, found[w][i])) complain(c.name, a[i], second, found[w][i], value, "vectors differ");
    mpfr_set_d(p, a[i], MPFR_RNDN);
    mpfr_set_d(q, second, MPFR_RNDN);
    c.one ? c.one(exact, p, MPFR_RNDN) : c.two(exact, p, q, MPFR_RNDN);
    const double wanted = mpfr_get_d(exact, MPFR_RNDN);
    if (std::isnan(wanted) || std::isinf(wanted) || wanted == 0.0 || !std::isfinite(value)) {
      // Near the largest and the smallest real, an error of an ulp may end in infinity or zero.
      const bool close = !std::isnan(wanted) && !std::isnan(value) && std::signbit(value) == std::signbit(wanted) &&
                         ((std::fabs(wanted) >= 0x1.fffffffffffffp1023 && std::fabs(value) >= 0x1.fffffffffffffp1023) ||
                          (std::fabs(wanted) <= 0x1p-1074 && std::fabs(value) <= 0x1p-1074));
      const bool equal = std::isnan(wanted) ? std::bit_cast<std::uint64_t>(value) == 0x7ff8000000000000 : same_bits(wanted, value);
      if (!equal && !close) complain(c.name, a[i], second, value, wanted, "special value");
      continue;
    }
    mpfr_sub_d(difference, exact, value, MPFR_RNDN);
    const double ulp = ulp_of(wanted);
    mpfr_div_d(difference, difference, ulp, MPFR_RNDN);
    const double error = std::fabs(mpfr_get_d(difference, MPFR_RNDN));
    if (error > worst.error) worst = {error, a[i], second};
  }
  mpfr_clears(p, q, exact, difference, static_cast<mpfr_ptr>(nullptr));
  return worst;
}

/// Whether f(-x) and f(the next real) are as the case says.
void compare_properties(const Case& c, Compute compute, const std::vector<double>& a) {
  const auto n = static_cast<long>(a.size());
  std::vector<double> other(a.size()), of_a(a.size()), of_other(a.size());
  compute(a.data(), nullptr, of_a.data(), n);
  if (c.symmetry != Symmetry::none) {
    std::transform(a.begin(), a.end(), other.begin(), [](double x) { return -x; });
    compute(other.data(), nullptr, of_other.data(), n);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double mirrored = c.symmetry == Symmetry::odd ? -of_a[i] : of_a[i];
      if (!std::isnan(of_a[i]) && !same_bits(of_other[i], mirrored)) complain(c.name, other[i], 0.0, of_other[i], mirrored, "symmetry");
    }
  }
  if (c.order != Order::none) {
    std::transform(a.begin(), a.end(), other.begin(),
                   [&](double x) { return std::nextafter(x, c.order == Order::growing ? std::copysign(INFINITY, x) : INFINITY); });
    compute(other.data(), nullptr, of_other.data(), n);
    for (std::size_t i = 0; i < a.size(); ++i)
      if (c.order == Order::decreasing ? of_other[i] > of_a[i] : of_other[i] < of_a[i])
        complain(c.name, other[i], 0.0, of_other[i], of_a[i], "order of neighbours");
  }
}

double rate(Compute compute, const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result(a.size());
  double best = 1e9;
  for (int repeat = 0; repeat < 300; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (int n = 0; n < 10; ++n) compute(a.data(), b.empty() ? nullptr : b.data(), result.data(), static_cast<long>(a.size()));
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / 10);
  }
  return static_cast<double>(a.size()) / best / 1e6;
}

} // namespace

int main(int argc, char** argv) {
  long n = 200000;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--arguments") == 0 && i + 1 < argc)
      n = std::max(std::atol(argv[++i]) / 8 * 8, 8L);
    else
      wanted.emplace_back(argv[i]);
  mpfr_set_emin(mpfr_get_emin_min());
  const char* const names[] = {
#define NAME(name) #name,
      NOPAL_TEXTS(NAME, NAME)};
  for (std::size_t f = 0; f < std::size(names); ++f) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), names[f]) == wanted.end()) continue;
    const auto found = std::find_if(std::begin(cases), std::end(cases), [&](const Case& c) { return std::strcmp(c.name, names[f]) == 0; });
    if (found == std::end(cases)) {
      std::printf("%s has no case\n", names[f]);
      ++mistakes;
      continue;
    }
    const Compute compute[3] = {computes<1>()[f], computes<4>()[f], computes<8>()[f]};
    for (std::size_t r = 0; r < found->ranges.size(); ++r) {
      const std::vector<double> a = arguments_in(found->ranges[r], n, 2 * r + 1);
      const std::vector<double> b = found->two ? arguments_in(found->second_ranges[r], n, 2 * r + 2, a) : std::vector<double>();
      const Worst worst = compare(*found, compute, a, b);
      if (found->one) compare_properties(*found, compute[0], a);
      std::printf("%-6s [%9.3g, %9.3g]%s %.4f ulp at %a %a\n", names[f], found->ranges[r].lower, found->ranges[r].upper,
                  found->ranges[r].spread == Spread::by_exponent ? " by exponent" : "            ", worst.error, worst.a, worst.b);
    }
    if (!found->borders.empty()) {
      const std::vector<double> near = around(found->borders, 4000);
      const Worst worst = compare(*found, compute, near, {});
      compare_properties(*found, compute[0], near);
      std::printf("%-6s around %zu borders                %.4f ulp at %a\n", names[f], found->borders.size(), worst.error, worst.a);
    }
    const double inf = INFINITY, nan = NAN;
    const std::vector<double> special = {0.0, -0.0, inf, -inf, nan, -nan, 1.0, -1.0, 0x1p-1074, -0x1p-1074, 0x1p-1022, -0x1p-1022, largest, -largest, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 0x1.fffffffffffffp-1, 0x1.0000000000001p0, 0x1p53, -0x1p53, 0x1.fffffffffffffp52, 0x1.ffffffffffffep51, 2.5, 0x1p70, -0x1p70};
    std::vector<double> a, b;
    for (const double p : special)
      for (std::size_t j = 0; j < (found->two ? special.size() : 1); ++j) {
        a.push_back(p);
        if (found->two) b.push_back(special[j]);
      }
    for (; a.size() % 8 != 0; a.push_back(1.0))
      if (found->two) b.push_back(1.0);
    compare(*found, compute, a, b);
    const std::vector<double> usual = arguments_in({0.1, 0.9}, 2048, 5);
    std::printf("%-6s millions a second: %.0f alone, %.0f as vectors of 4, %.0f as vectors of 8\n", names[f], rate(compute[0], usual, usual),
                rate(compute[1], usual, usual), rate(compute[2], usual, usual));
  }
  if (mistakes > 0) std::printf("%d mistakes\n", mistakes);
  return mistakes > 0;
}
