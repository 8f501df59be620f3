#define NOPAL_WIDTH 4
#define NOPAL_FORM(arguments, name) _ZGVcN4##arguments##_nopal_maths_##name
#define NOPAL_COMPUTES by_avx
#include "vectors.inl"
