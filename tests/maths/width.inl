// Defines computes<NOPAL_WIDTH>().
#include "functions.hpp"
#if NOPAL_WIDTH == 1
#include "core/maths/scalar_language.inl"
#else
#include "core/maths/vector_language.inl"
#endif
#include "core/maths/coefficients.inl"
#include "core/maths/texts/numbers.inl"
#include "core/maths/texts/exp_parts.inl"
#include "core/maths/texts/exp.inl"
#include "core/maths/texts/log_parts.inl"
#include "core/maths/texts/log.inl"
#include "core/maths/texts/far_angle.inl"
#include "core/maths/texts/reduced_angle.inl"
#include "core/maths/texts/sin_cos_parts.inl"
#include "core/maths/texts/sin.inl"
#include "core/maths/texts/cos.inl"
#include "core/maths/texts/log_pair.inl"
#include "core/maths/texts/scaled_sum.inl"
#include "core/maths/texts/pow.inl"
#include "core/maths/texts/expm1.inl"
#include "core/maths/texts/sinh_cosh_parts.inl"
#include "core/maths/texts/tanh.inl"
#include "core/maths/texts/sinh.inl"
#include "core/maths/texts/cosh.inl"
#include "core/maths/texts/erf.inl"
#include "core/maths/texts/erfc.inl"
#include "core/maths/texts/exp2.inl"
#include "core/maths/texts/log_of_quotient.inl"
#include "core/maths/texts/atanh.inl"
#include "core/maths/texts/area_of.inl"
#include "core/maths/texts/asinh.inl"
#include "core/maths/texts/acosh.inl"

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
    NOPAL_TEXTS(ONE, TWO)};

} // namespace

template <> const Compute* computes<NOPAL_WIDTH>() { return all; }

} // namespace nopal::test
