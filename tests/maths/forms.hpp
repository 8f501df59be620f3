#pragma once
// The forms of each function of core/maths: for one real, for vectors, what a compiler makes of a loop, and on devices.

#include <functional>
#include <string>
#include <vector>

namespace nopal::test {

/// Computes n values, a multiple of 8. b is null for functions of one real.
using Compute = void (*)(const double* a, const double* b, double* result, long n);

struct Form {
  std::string name;
  /// `function`: its place in NOPAL_MATHS_FUNCTIONS. The others are as in Compute.
  std::function<void(std::size_t function, const double* a, const double* b, double* result, long n)> compute;
};

/// Returns the forms that this processor can run, and those that were added. The first one is for one real.
const std::vector<Form>& forms();

/// The names in NOPAL_MATHS_FUNCTIONS, and the numbers of their arguments.
struct Named {
  const char* name;
  int n_arguments;
};
const std::vector<Named>& functions();

/// Adds a form for each OpenCL device that has doubles. Returns their number.
std::size_t add_opencl_forms();
/// The forms on OpenCL devices.
std::vector<Form> on_opencl();

extern const Compute one_by_one[], in_a_loop[], by_sse2[], by_avx[], by_avx2[], by_avx512[];

} // namespace nopal::test
