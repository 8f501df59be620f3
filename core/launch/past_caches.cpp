#include "core/launch/past_caches.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace nopal {

#if defined(__x86_64__)

namespace {

void store_16(double* to, const double* from, long n) {
  for (long at = 0; at < n; at += 2) _mm_stream_pd(to + at, _mm_load_pd(from + at));
}

__attribute__((target("avx"))) void store_32(double* to, const double* from, long n) {
  for (long at = 0; at < n; at += 4) _mm256_stream_pd(to + at, _mm256_load_pd(from + at));
}

__attribute__((target("avx512f"))) void store_64(double* to, const double* from, long n) {
  for (long at = 0; at < n; at += 8) _mm512_stream_pd(to + at, _mm512_load_pd(from + at));
}

} // namespace

StorePast store_past_caches() {
  return __builtin_cpu_supports("avx512f") ? store_64 : __builtin_cpu_supports("avx") ? store_32 : store_16;
}

void finish_past_caches() { _mm_sfence(); }

#else

StorePast store_past_caches() { return nullptr; }
void finish_past_caches() {}

#endif

} // namespace nopal
