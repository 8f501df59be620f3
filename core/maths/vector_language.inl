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

// Whether all reals are less than `limit` in size. NaN is not.
NOPAL_MATHS bool nopal_every_below(nopal_real a, double limit) {
#if NOPAL_WIDTH == 8
  return _mm512_cmp_pd_mask(_mm512_abs_pd((__m512d)a), _mm512_set1_pd(limit), _CMP_LT_OQ) == 0xff;
#else
  const __m256d size = _mm256_andnot_pd(_mm256_set1_pd(-0.0), (__m256d)a);
  return _mm256_movemask_pd(_mm256_cmp_pd(size, _mm256_set1_pd(limit), _CMP_LT_OQ)) == 0xf;
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
