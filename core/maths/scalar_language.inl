// The words of texts/, on the host, for one real. See texts/README.md.
typedef double nopal_real;
typedef unsigned long nopal_bits;
typedef bool nopal_test;

#define NOPAL_MATHS [[maybe_unused]] static inline __attribute__((always_inline))
NOPAL_MATHS nopal_real nopal_same(double number) { return number; }
NOPAL_MATHS nopal_real nopal_fma(nopal_real a, nopal_real b, nopal_real c) { return __builtin_fma(a, b, c); }
NOPAL_MATHS nopal_real nopal_sqrt(nopal_real a) { return __builtin_sqrt(a); }
NOPAL_MATHS nopal_real nopal_choose(nopal_test test, nopal_real a, nopal_real b) { return test ? a : b; }
NOPAL_MATHS nopal_real nopal_lesser(nopal_real a, nopal_real b) { return a < b ? a : b; }
NOPAL_MATHS nopal_real nopal_greater(nopal_real a, nopal_real b) { return a > b ? a : b; }
NOPAL_MATHS nopal_bits nopal_to_bits(nopal_real a) { return __builtin_bit_cast(nopal_bits, a); }
NOPAL_MATHS nopal_real nopal_of_bits(nopal_bits a) { return __builtin_bit_cast(nopal_real, a); }

#include "core/maths/far_language.inl"
