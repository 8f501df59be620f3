#include "forms.hpp"

#include "core/maths/functions.hpp"

namespace nopal::test {

namespace {

std::vector<Form>& all_forms() {
  static std::vector<Form> all = [] {
    std::vector<Form> list;
    const auto add = [&list](const char* name, const Compute* computes) {
      list.push_back({name, [computes](std::size_t function, const double* a, const double* b, double* result, long n) {
                        computes[function](a, b, result, n);
                      }});
    };
    add("one by one", one_by_one);
    add("in a loop", in_a_loop);
#ifdef __x86_64__
    add("vectors of SSE2", by_sse2);
    if (__builtin_cpu_supports("avx") != 0) add("vectors of AVX", by_avx);
    if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) add("vectors of AVX2", by_avx2);
    if (__builtin_cpu_supports("avx512f") != 0) add("vectors of AVX-512", by_avx512);
#endif
    return list;
  }();
  return all;
}

} // namespace

const std::vector<Form>& forms() { return all_forms(); }

std::size_t add_opencl_forms() {
  const std::vector<Form> found = on_opencl();
  all_forms().insert(all_forms().end(), found.begin(), found.end());
  return found.size();
}

const std::vector<Named>& functions() {
  static const std::vector<Named> all = {
#define NOPAL_ONE(name) {#name, 1},
#define NOPAL_TWO(name) {#name, 2},
      NOPAL_MATHS_FUNCTIONS(NOPAL_ONE, NOPAL_TWO)
#undef NOPAL_ONE
#undef NOPAL_TWO
  };
  return all;
}

} // namespace nopal::test
