#pragma once
// The list of the kernel dialect's functions of doubles. The host's dialect and the generator use it.

// clang-format off
/// Calls macro `one` with each function of one double, and `two` with each function of two doubles.
#define NOPAL_DIALECT_FUNCTIONS(one, two)                                                                              \
  one(sin) one(cos) one(tan) one(asin) one(acos) one(atan) two(atan2) one(sinh) one(cosh) one(tanh) one(exp)           \
  one(log) one(log10) two(pow) one(sqrt) one(cbrt) one(fabs) one(floor) one(ceil) two(fmod) one(asinh) one(acosh)      \
  one(atanh) one(exp2) one(expm1) one(log2) one(log1p) one(erf) one(erfc) two(hypot) one(round) one(trunc)             \
  two(copysign)
// clang-format on
