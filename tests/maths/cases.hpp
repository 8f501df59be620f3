#pragma once
// With which arguments each function is compared, and what must hold for it.

#include <mpfr.h>

#include <cmath>
#include <span>
#include <vector>

namespace nopal::test {

enum class Spread {
  even,
  by_exponent, ///< sizes spread evenly by exponent, with both signs
  integers,
  over_log ///< divided by the logarithm of the first argument: powers are of the size exp(lower) to exp(upper)
};

/// Arguments from `lower` to `upper`.
struct Range {
  double lower, upper;
  Spread spread = Spread::even;
};

/// What holds bit for bit, for the first argument. `growing`: f increases with the size of x.
enum class Symmetry { none, odd, even };
enum class Order { none, increasing, decreasing, growing };

struct Case {
  const char* name;
  double most;          ///< the error that docs/maths.md states, in ulp
  double most_denormal; ///< of results below 2^-1022, in the smallest real
  int (*one)(mpfr_t, const mpfr_t, mpfr_rnd_t) = nullptr;
  int (*two)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t) = nullptr;
  std::vector<Range> ranges, second_ranges = {};
  Symmetry symmetry = Symmetry::none;
  Order order = Order::none;
  std::vector<double> borders = {}; ///< of pieces: the reals around them and around their negatives are compared; of
                                    ///< functions of two reals, quotients of the arguments
  double ordered_to = HUGE_VAL;     ///< the order holds up to this size; with two reals, if the second one is positive
  bool commutes = false;            ///< f(a, b) = f(b, a)
  bool angles = false;              ///< angles near multiples of pi/2 are compared
};

std::span<const Case> cases();

} // namespace nopal::test
