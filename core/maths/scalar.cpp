// The functions for one real. Each has a second version for processors with fused multiply-add. The first version calls
// fma() of the C library, which takes longer and gives the same bits.

#include "core/maths/functions.hpp"
#include "core/maths/scalar_language.inl"
#include "core/maths/texts.inl"

#if defined(__x86_64__) && !defined(NOPAL_NO_CLONES)
#define NOPAL_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define NOPAL_CLONES
#endif

#define NOPAL_DEFINE_1(name)                                                                                           \
  extern "C" NOPAL_CLONES double nopal_maths_##name(double a) { return nopal_##name(a); }
#define NOPAL_DEFINE_2(name)                                                                                           \
  extern "C" NOPAL_CLONES double nopal_maths_##name(double a, double b) { return nopal_##name(a, b); }
NOPAL_MATHS_FUNCTIONS(NOPAL_DEFINE_1, NOPAL_DEFINE_2)
