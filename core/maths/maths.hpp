#pragma once
// Mathematical functions whose results have the same bits on each machine and with each compiler: nopal computes them
// by texts of its own in + - * / sqrt, fma and operations on bits (core/maths/texts).
//
// They take and return what the functions of <cmath> with these names do; angles are in radians. docs/maths.md has the
// largest errors that were found, all below 1 ulp. Special values are those of Annex F of ISO C. If a result is not a
// number, it is the NaN of the bits 0x7ff8000000000000. errno is not set.

#include "core/maths/functions.hpp"

// Loops over points become loops over vectors: g++ calls the forms for vectors that the library has.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define NOPAL_MATHS_ATTRIBUTES __attribute__((simd("notinbranch"), const, nothrow))
#else
#define NOPAL_MATHS_ATTRIBUTES __attribute__((const, nothrow))
#endif

#define NOPAL_DECLARE_1(name) extern "C" NOPAL_MATHS_ATTRIBUTES double nopal_maths_##name(double);
#define NOPAL_DECLARE_2(name) extern "C" NOPAL_MATHS_ATTRIBUTES double nopal_maths_##name(double, double);
NOPAL_MATHS_FUNCTIONS(NOPAL_DECLARE_1, NOPAL_DECLARE_2)
#undef NOPAL_DECLARE_1
#undef NOPAL_DECLARE_2
#undef NOPAL_MATHS_ATTRIBUTES

namespace nopal::maths {

#define NOPAL_DEFINE_1(name)                                                                                           \
  inline double name(double a) { return nopal_maths_##name(a); }
#define NOPAL_DEFINE_2(name)                                                                                           \
  inline double name(double a, double b) { return nopal_maths_##name(a, b); }
NOPAL_MATHS_FUNCTIONS(NOPAL_DEFINE_1, NOPAL_DEFINE_2)
#undef NOPAL_DEFINE_1
#undef NOPAL_DEFINE_2

} // namespace nopal::maths
