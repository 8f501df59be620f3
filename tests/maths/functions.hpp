#pragma once
// The functions of core/maths/texts that are compared with MPFR.

// clang-format off
/// Calls macro `one` with each function of one real, and `two` with each function of two.
#define NOPAL_TEXTS(one, two) one(exp) one(log) one(sin) one(cos) two(pow) one(expm1) \
  one(tanh) one(sinh) one(cosh) one(erf) one(erfc) one(exp2) one(atanh) \
  one(asinh) one(acosh)
// clang-format on

namespace nopal::test {

/// Computes n values, a multiple of 8. b is of functions of two reals.
using Compute = void (*)(const double* a, const double* b, double* result, long n);
struct Text {
  const char* name;
  int n_arguments;
  Compute compute[3]; ///< for 1, 4 and 8 reals at once
};

/// The functions for `width` reals at once, in the order of NOPAL_TEXTS.
template <int width> const Compute* computes();

} // namespace nopal::test
