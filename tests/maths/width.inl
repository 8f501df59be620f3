// Defines computes<NOPAL_WIDTH>().
#include "functions.hpp"
#if NOPAL_WIDTH == 1
#include "core/maths/scalar_language.inl"
#else
#include "core/maths/vector_language.inl"
#endif
#include "core/maths/texts.inl"

namespace nopal::test {
namespace {

template <class Function> void compute(const double* a, const double* b, double* result, long n, Function&& function) {
  for (long i = 0; i < n; i += NOPAL_WIDTH) {
    nopal_real p, q = nopal_same(0.0);
    __builtin_memcpy(&p, a + i, sizeof p);
    if (b) __builtin_memcpy(&q, b + i, sizeof q);
    const nopal_real r = function(p, q);
    __builtin_memcpy(result + i, &r, sizeof r);
  }
}

const Compute all[] = {
#define ONE(name)                                                                                                      \
  [](const double* a, const double* b, double* r, long n) {                                                            \
    compute(a, b, r, n, [](nopal_real p, nopal_real) __attribute__((always_inline)) { return nopal_##name(p); });      \
  },
#define TWO(name)                                                                                                      \
  [](const double* a, const double* b, double* r, long n) {                                                            \
    compute(a, b, r, n, [](nopal_real p, nopal_real q) __attribute__((always_inline)) { return nopal_##name(p, q); }); \
  },
    NOPAL_MATHS_FUNCTIONS(ONE, TWO)};

} // namespace

template <> const Compute* computes<NOPAL_WIDTH>() { return all; }

} // namespace nopal::test
