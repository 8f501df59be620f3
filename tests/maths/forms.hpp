#pragma once
// The forms of each function of core/maths: for one real, for vectors, and what a compiler makes of a loop.

#include <string>
#include <vector>

namespace nopal::test {

/// Computes n values, a multiple of 8. b is null for functions of one real.
using Compute = void (*)(const double* a, const double* b, double* result, long n);

struct Form {
  std::string name;
  const Compute* computes; ///< in the order of NOPAL_MATHS_FUNCTIONS
};

/// Returns the forms that this processor can run. The first one is for one real.
const std::vector<Form>& forms();

extern const Compute one_by_one[], in_a_loop[], by_sse2[], by_avx[], by_avx2[], by_avx512[];

} // namespace nopal::test
