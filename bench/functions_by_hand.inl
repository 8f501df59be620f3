// The loops of functions_by_hand.hpp. Each file that includes this is compiled with other options.
#include "bench/functions_by_hand.hpp"
#include "core/maths/functions.hpp"

#include <cmath>
#include <map>

namespace bench {

namespace {

#define NOPAL_LOOP(name, result)                                                                                       \
  void loop_##name(double* __restrict v, const double* __restrict u, [[maybe_unused]] const double* __restrict w,      \
                   long n) {                                                                                           \
    for (long i = 0; i < n; ++i) v[i] = result;                                                                        \
  }
#define NOPAL_LOOP_1(name) NOPAL_LOOP(name, std::name(u[i]))
#define NOPAL_LOOP_2(name) NOPAL_LOOP(name, std::name(u[i], w[i]))
NOPAL_MATHS_FUNCTIONS(NOPAL_LOOP_1, NOPAL_LOOP_2)
NOPAL_LOOP(exp_and_sin, std::exp(u[i]) + std::sin(u[i]))
NOPAL_LOOP(square, u[i] * u[i] + u[i])
NOPAL_LOOP(root, std::sqrt(std::fabs(u[i])) + std::floor(u[i]))

FunctionLoop loop_named(std::string_view name) {
#define NOPAL_NAMED(name) {#name, loop_##name},
  static const std::map<std::string_view, FunctionLoop> loops{
      NOPAL_MATHS_FUNCTIONS(NOPAL_NAMED, NOPAL_NAMED){"exp_and_sin", loop_exp_and_sin},
      {"square", loop_square},
      {"root", loop_root}};
  const auto found = loops.find(name);
  return found == loops.end() ? nullptr : found->second;
}

} // namespace

} // namespace bench
