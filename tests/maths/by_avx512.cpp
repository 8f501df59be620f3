#define NOPAL_WIDTH 8
#define NOPAL_FORM(arguments, name) _ZGVeN8##arguments##_nopal_maths_##name
#define NOPAL_COMPUTES by_avx512
#include "vectors.inl"
