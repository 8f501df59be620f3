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
NOPAL_MATHS nopal_real nopal_lesser(nopal_real a, nopal_real b) {
  return (nopal_real)_mm512_maskz_min_pd(0xff, (__m512d)a, (__m512d)b);
}
NOPAL_MATHS nopal_real nopal_greater(nopal_real a, nopal_real b) {
  return (nopal_real)_mm512_maskz_max_pd(0xff, (__m512d)a, (__m512d)b);
}
// One instruction, which rounds once, too.
#define NOPAL_SCALED
NOPAL_MATHS nopal_real nopal_scaled(nopal_real y, nopal_real to_integer) {
  return (nopal_real)_mm512_maskz_scalef_pd(0xff, (__m512d)y, (__m512d)(to_integer - 0x1.8p52));
}
#elif NOPAL_WIDTH == 4
NOPAL_MATHS nopal_real nopal_fma(nopal_real a, nopal_real b, nopal_real c) {
  return (nopal_real)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
NOPAL_MATHS nopal_real nopal_sqrt(nopal_real a) { return (nopal_real)_mm256_sqrt_pd((__m256d)a); }
NOPAL_MATHS nopal_real nopal_lesser(nopal_real a, nopal_real b) {
  return (nopal_real)_mm256_min_pd((__m256d)a, (__m256d)b);
}
NOPAL_MATHS nopal_real nopal_greater(nopal_real a, nopal_real b) {
  return (nopal_real)_mm256_max_pd((__m256d)a, (__m256d)b);
}
#else
#error "NOPAL_WIDTH is 4 or 8"
#endif

#include "core/maths/far_language.inl"

NOPAL_MATHS bool nopal_every(nopal_test test) {
#if NOPAL_WIDTH == 8
  return _mm512_test_epi64_mask((__m512i)test, (__m512i)test) == 0xff;
#else
  return _mm256_movemask_pd((__m256d)test) == 0xf;
#endif
}
#define NOPAL_REDUCE_FAR(angle, of, x, near)                                                                           \
  const nopal_test nopal_near = (near);                                                                                \
  for (int n = 0; n < NOPAL_WIDTH; ++n)                                                                                \
    if (nopal_near[n] == 0) {                                                                                          \
      const nopal_far_angle far = of((x)[n]);                                                                          \
      (angle).high[n] = far.high;                                                                                      \
      (angle).low[n] = far.low;                                                                                        \
      (angle).n[n] = far.n;                                                                                            \
    }
