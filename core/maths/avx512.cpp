// Eight reals at once, for processors with AVX-512.
#define NOPAL_WIDTH 8
#define NOPAL_FORM(arguments, name) _ZGVeN8##arguments##_nopal_maths_##name
#include "core/maths/vector_forms.inl"
