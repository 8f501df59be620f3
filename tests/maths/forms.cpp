#include "forms.hpp"

namespace nopal::test {

const std::vector<Form>& forms() {
  static const std::vector<Form> all = [] {
    std::vector<Form> list{{"one by one", one_by_one}, {"in a loop", in_a_loop}};
#ifdef __x86_64__
    list.push_back({"vectors of SSE2", by_sse2});
    if (__builtin_cpu_supports("avx") != 0) list.push_back({"vectors of AVX", by_avx});
    if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0)
      list.push_back({"vectors of AVX2", by_avx2});
    if (__builtin_cpu_supports("avx512f") != 0) list.push_back({"vectors of AVX-512", by_avx512});
#endif
    return list;
  }();
  return all;
}

} // namespace nopal::test
