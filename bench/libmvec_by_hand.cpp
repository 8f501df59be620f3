// Compiled with -ffast-math.
#include "bench/functions_by_hand.inl"

bench::FunctionLoop bench::loop_over_libmvec(std::string_view name) { return loop_named(name); }
