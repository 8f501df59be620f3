// Compiled so that loops become loops over vectors.
#define NOPAL_COMPUTES in_a_loop
#include "loop.inl"
