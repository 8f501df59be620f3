// Compiled without vectors.
#define NOPAL_COMPUTES one_by_one
#include "loop.inl"
