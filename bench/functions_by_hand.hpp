#pragma once
// Loops over the functions of docs/maths.md, as a user would write them with <cmath>.

#include <string_view>

namespace bench {

/// Computes v[n] = f(u[n]) or f(u[n], w[n]) for n points.
using FunctionLoop = void (*)(double* v, const double* u, const double* w, long n);

/// Returns the loop that calls the C library's functions one after the other. Null: there is no such function.
FunctionLoop loop_over_libm(std::string_view name);
/// Returns the loop that is compiled with -ffast-math, where g++ calls the forms for vectors of libmvec.
FunctionLoop loop_over_libmvec(std::string_view name);

} // namespace bench
