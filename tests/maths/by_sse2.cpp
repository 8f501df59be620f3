#define NOPAL_WIDTH 2
#define NOPAL_FORM(arguments, name) _ZGVbN2##arguments##_nopal_maths_##name
#define NOPAL_COMPUTES by_sse2
#include "vectors.inl"
