#include "arguments.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace nopal::test {

std::vector<double> arguments_in(const Range& range, long n, std::uint64_t seed, const std::vector<double>& first) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> fraction(0.0, 1.0);
  std::vector<double> list(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < list.size(); ++i) {
    double& x = list[i];
    const double part = fraction(random);
    if (range.spread == Spread::by_exponent) {
      const double size = std::exp(std::log(range.lower) + part * (std::log(range.upper) - std::log(range.lower)));
      x = (random() & 1) == 0 ? size : -size;
    } else {
      x = range.lower + part * (range.upper - range.lower);
      if (range.spread == Spread::integers) x = std::nearbyint(x);
      if (range.spread == Spread::over_log) x /= std::log(std::fabs(first[i]));
    }
  }
  return list;
}

std::vector<double> around(const std::vector<double>& borders, int n) {
  std::vector<double> list;
  for (const double border : borders)
    for (int step = -n; step < n; ++step) {
      list.push_back(std::bit_cast<double>(std::bit_cast<std::int64_t>(border) + step));
      list.push_back(-list.back());
    }
  return list;
}

std::vector<double> of_each_exponent() {
  std::mt19937_64 random(5);
  std::vector<double> list;
  const auto add = [&](double size) {
    list.push_back(size);
    list.push_back(-size);
  };
  for (int exponent = -1074; exponent <= 1023; ++exponent) {
    const double first = std::ldexp(1.0, exponent), last = std::ldexp(0x1.fffffffffffffp0, exponent);
    add(first);
    add(std::nextafter(first, std::numeric_limits<double>::infinity()));
    add(1.5 * first);
    add(std::isfinite(last) && last < 2.0 * first ? last : first); // denormal ones have fewer bits
    for (int n = 0; n < 4; ++n) add(std::ldexp(1.0 + std::ldexp(static_cast<double>(random() >> 11), -53), exponent));
  }
  return list;
}

namespace {

/// A real of MPFR. 1200 bits hold the 1024 bits of the largest exponent and the fraction.
struct Long {
  Long() { mpfr_init2(value, 1200); }
  ~Long() { mpfr_clear(value); }
  Long(const Long&) = delete;
  Long& operator=(const Long&) = delete;
  mpfr_t value;
};

constexpr double limit = 0x1p53; // of significands, as integers

} // namespace

std::vector<double> quarter_turns(long n) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> bits(0.0, 60.0);
  Long half_pi, angle;
  mpfr_const_pi(half_pi.value, MPFR_RNDN);
  mpfr_div_2ui(half_pi.value, half_pi.value, 1, MPFR_RNDN);
  std::vector<double> list;
  while (static_cast<long>(list.size()) < n) {
    mpfr_mul_d(angle.value, half_pi.value, std::floor(std::exp2(bits(random))), MPFR_RNDN);
    const double nearest = mpfr_get_d(angle.value, MPFR_RNDN);
    list.push_back(nearest);
    list.push_back(-std::nextafter(nearest, 0.0));
  }
  return list;
}

std::vector<double> hardest_angles() {
  Long quarters, rest, whole;
  mpfr_const_pi(quarters.value, MPFR_RNDN);
  mpfr_ui_div(quarters.value, 2, quarters.value, MPFR_RNDN);
  std::vector<double> list;
  // m 2^e is near a multiple of pi/2 if m 2^e 2/pi is near an integer: m is the denominator of a convergent.
  for (int e = -52; e <= 970; ++e) {
    mpfr_mul_2si(rest.value, quarters.value, e, MPFR_RNDN);
    mpfr_frac(rest.value, rest.value, MPFR_RNDN);
    double before = 0.0, denominator = 1.0;
    while (true) {
      mpfr_ui_div(rest.value, 1, rest.value, MPFR_RNDN);
      mpfr_floor(whole.value, rest.value);
      const double next = mpfr_get_d(whole.value, MPFR_RNDN) * denominator + before; // exact below the limit
      if (!(next < limit)) break;
      before = denominator;
      denominator = next;
      mpfr_sub(rest.value, rest.value, whole.value, MPFR_RNDN);
    }
    for (const double significand : {before, denominator, 3.0 * denominator, 5.0 * denominator})
      if (significand < limit) list.insert(list.end(), {std::ldexp(significand, e), -std::ldexp(significand, e)});
  }
  list.resize(list.size() / 8 * 8);
  return list;
}

} // namespace nopal::test
