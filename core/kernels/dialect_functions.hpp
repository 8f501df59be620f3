#pragma once
// The list of the kernel dialect's functions of doubles. The host's dialect and the generator use it.

#include "core/maths/functions.hpp"

// clang-format off
/// The functions that each library and device rounds correctly, so that they have the same bits everywhere.
#define NOPAL_ROUNDED_FUNCTIONS(one, two)                                                                                \
  one(sqrt) one(fabs) one(floor) one(ceil) one(round) one(trunc) two(fmod) two(copysign)
/// Calls macro `one` with each function of one double, and `two` with each function of two doubles.
#define NOPAL_DIALECT_FUNCTIONS(one, two)                                                                              \
  NOPAL_MATHS_FUNCTIONS(one, two)                                                                                      \
  NOPAL_ROUNDED_FUNCTIONS(one, two)
// clang-format on
