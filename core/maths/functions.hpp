#pragma once
// The list of the functions that nopal computes by texts of its own (core/maths/texts).

// clang-format off
/// Calls macro `one` with each function of one real, and `two` with each function of two reals.
#define NOPAL_MATHS_FUNCTIONS(one, two)                                                                                \
  one(sin) one(cos) one(tan) one(asin) one(acos) one(atan) two(atan2) one(sinh) one(cosh) one(tanh) one(asinh)         \
  one(acosh) one(atanh) one(exp) one(exp2) one(expm1) one(log) one(log2) one(log10) one(log1p) two(pow) one(cbrt)      \
  two(hypot) one(erf) one(erfc)
// clang-format on
