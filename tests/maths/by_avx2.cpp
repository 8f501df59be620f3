#define NOPAL_WIDTH 4
#define NOPAL_FORM(arguments, name) _ZGVdN4##arguments##_nopal_maths_##name
#define NOPAL_COMPUTES by_avx2
#include "vectors.inl"
