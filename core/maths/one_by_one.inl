// The forms for processors without fused multiply-add: one real after the other. See vector_forms.inl. The functions
// are declared here without their forms, so that no loop over n becomes a call of the form that is defined.
#include "core/maths/functions.hpp"

typedef double nopal_real __attribute__((vector_size(8 * NOPAL_WIDTH)));

#define NOPAL_DEFINE_1(name)                                                                                           \
  extern "C" double nopal_maths_##name(double);                                                                        \
  extern "C" nopal_real NOPAL_FORM(v, name)(nopal_real a) {                                                            \
    for (int n = 0; n < NOPAL_WIDTH; ++n) a[n] = nopal_maths_##name(a[n]);                                             \
    return a;                                                                                                          \
  }
#define NOPAL_DEFINE_2(name)                                                                                           \
  extern "C" double nopal_maths_##name(double, double);                                                                \
  extern "C" nopal_real NOPAL_FORM(vv, name)(nopal_real a, nopal_real b) {                                             \
    for (int n = 0; n < NOPAL_WIDTH; ++n) a[n] = nopal_maths_##name(a[n], b[n]);                                       \
    return a;                                                                                                          \
  }
NOPAL_MATHS_FUNCTIONS(NOPAL_DEFINE_1, NOPAL_DEFINE_2)
