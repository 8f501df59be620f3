// Two reals, for any x86-64 processor.
#define NOPAL_WIDTH 2
#define NOPAL_FORM(arguments, name) _ZGVbN2##arguments##_nopal_maths_##name
#include "core/maths/one_by_one.inl"
