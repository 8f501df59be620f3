// Defines NOPAL_COMPUTES: a loop with each function, as a thorn in C++ has it.
#include "core/maths/maths.hpp"
#include "forms.hpp"

namespace nopal::test {

const Compute NOPAL_COMPUTES[] = {
#define NOPAL_LOOP_1(name)                                                                                             \
  [](const double* a, const double*, double* result, long n) {                                                         \
    for (long i = 0; i < n; ++i) result[i] = maths::name(a[i]);                                                        \
  },
#define NOPAL_LOOP_2(name)                                                                                             \
  [](const double* a, const double* b, double* result, long n) {                                                       \
    for (long i = 0; i < n; ++i) result[i] = maths::name(a[i], b[i]);                                                  \
  },
    NOPAL_MATHS_FUNCTIONS(NOPAL_LOOP_1, NOPAL_LOOP_2)};

} // namespace nopal::test
