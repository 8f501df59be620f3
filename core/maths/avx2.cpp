// Four reals at once, for processors with AVX2 and fused multiply-add.
#define NOPAL_WIDTH 4
#define NOPAL_FORM(arguments, name) _ZGVdN4##arguments##_nopal_maths_##name
#include "core/maths/vector_forms.inl"
