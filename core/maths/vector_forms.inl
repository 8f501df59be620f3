// The forms of the functions that loops over vectors call, with the names of the vector function ABI of x86-64
// (https://sourceware.org/glibc/wiki/libmvec): NOPAL_FORM makes the name, NOPAL_WIDTH is the number of reals.
#include "core/maths/functions.hpp"

// The words come before the texts that are written with them.
#include "core/maths/vector_language.inl"

#include "core/maths/texts.inl"

// sin, cos and tan have a second function for huge angles, so that the first one needs no stack.
#define NOPAL_OF_ANGLES(name)                                                                                          \
  __attribute__((noinline, cold)) static nopal_real nopal_far_##name(nopal_real a) { return nopal_##name(a); }         \
  NOPAL_MATHS nopal_real nopal_any_##name(nopal_real a) {                                                              \
    return nopal_every_below(a, NOPAL_NEAR) ? nopal_near_##name(a) : nopal_far_##name(a);                              \
  }
NOPAL_OF_ANGLES(sin)
NOPAL_OF_ANGLES(cos)
NOPAL_OF_ANGLES(tan)
#define nopal_sin nopal_any_sin
#define nopal_cos nopal_any_cos
#define nopal_tan nopal_any_tan

#define NOPAL_DEFINE_1(name)                                                                                           \
  extern "C" nopal_real NOPAL_FORM(v, name)(nopal_real a) { return nopal_##name(a); }
#define NOPAL_DEFINE_2(name)                                                                                           \
  extern "C" nopal_real NOPAL_FORM(vv, name)(nopal_real a, nopal_real b) { return nopal_##name(a, b); }
NOPAL_MATHS_FUNCTIONS(NOPAL_DEFINE_1, NOPAL_DEFINE_2)
