// The words of texts/, on the host, for NOPAL_WIDTH reals at once. See texts/README.md.
#include <immintrin.h>

typedef double nopal_real __attribute__((vector_size(8 * NOPAL_WIDTH)));
typedef unsigned long nopal_bits __attribute__((vector_size(8 * NOPAL_WIDTH)));
typedef long nopal_test __attribute__((vector_size(8 * NOPAL_WIDTH)));

#define NOPAL_MATHS [[maybe_unused]] static inline __attribute__((always_inline))
NOPAL_MATHS nopal_real nopal_same(double number) { return number - nopal_real{}; } // also -0.0 and NaN
NOPAL_MATHS nopal_real nopal_choose(nopal_test test, nopal_real a, nopal_real b) { return test ? a : b; }
NOPAL_MATHS nopal_bits nopal_to_bits(nopal_real a) { return (nopal_bits)a; }
NOPAL_MATHS nopal_real nopal_of_bits(nopal_bits a) { return (nopal_real)a; }
#if NOPAL_WIDTH == 8
NOPAL_MATHS nopal_real nopal_fma(nopal_real a, nopal_real b, nopal_real c) {
  return (nopal_real)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}
NOPAL_MATHS nopal_real nopal_sqrt(nopal_real a) { return (nopal_real)_mm512_maskz_sqrt_pd(0xff, (__m512d)a); }
#elif NOPAL_WIDTH == 4
NOPAL_MATHS nopal_real nopal_fma(nopal_real a, nopal_real b, nopal_real c) {
  return (nopal_real)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
NOPAL_MATHS nopal_real nopal_sqrt(nopal_real a) { return (nopal_real)_mm256_sqrt_pd((__m256d)a); }
#else
#error "NOPAL_WIDTH is 4 or 8"
#endif

#include "core/maths/far_language.inl"

NOPAL_MATHS bool nopal_all(nopal_test test) {
  nopal_test all = test;
  for (int n = 1; n < NOPAL_WIDTH; ++n) all[0] &= test[n];
  return all[0] != 0;
}
#define NOPAL_REDUCE_FAR(angle, x, near)                                                                               \
  if (const nopal_test nopal_near = (near); !nopal_all(nopal_near)) [[unlikely]]                                       \
    for (int n = 0; n < NOPAL_WIDTH; ++n)                                                                              \
      if (nopal_near[n] == 0) {                                                                                        \
        const nopal_far_angle far = nopal_far_angle_of((x)[n]);                                                        \
        (angle).high[n] = far.high;                                                                                    \
        (angle).low[n] = far.low;                                                                                      \
        (angle).quarter[n] = far.quarter;                                                                              \
      }
