// Four reals, for processors with AVX alone.
#define NOPAL_WIDTH 4
#define NOPAL_FORM(arguments, name) _ZGVcN4##arguments##_nopal_maths_##name
#include "core/maths/one_by_one.inl"
