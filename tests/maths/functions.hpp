#pragma once
// The functions of core/maths, as they are for one real and for vectors.

#include "core/maths/functions.hpp"

#include <vector>

namespace nopal::test {

/// Computes n values, a multiple of 8. b is null for functions of one real.
using Compute = void (*)(const double* a, const double* b, double* result, long n);

/// The functions for `width` reals at once, in the order of NOPAL_MATHS_FUNCTIONS.
template <int width> const Compute* computes();

/// The forms of a function that this processor can run. The first one is for one real.
using Forms = std::vector<Compute>;

} // namespace nopal::test
