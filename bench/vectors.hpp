#pragma once
// Vectors of doubles for loops by hand, as wide as the machine that they are compiled for has them.

#include <cstddef>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bench {

#if defined(__AVX512F__)
constexpr long width = 8;
#elif defined(__AVX__)
constexpr long width = 4;
#else
constexpr long width = 2;
#endif

using Vector = double __attribute__((vector_size(8 * width)));

inline Vector load(const double* aligned) { return *reinterpret_cast<const Vector*>(aligned); }
inline void store(double* aligned, Vector vector) { *reinterpret_cast<Vector*>(aligned) = vector; }

inline Vector all(double value) { return Vector{} + value; }

/// Writes past the caches, so that the line is not read before.
inline void stream(double* aligned, Vector vector) {
#if defined(__AVX512F__)
  _mm512_stream_pd(aligned, vector);
#elif defined(__AVX__)
  _mm256_stream_pd(aligned, vector);
#elif defined(__x86_64__)
  _mm_stream_pd(aligned, vector);
#else
  store(aligned, vector);
#endif
}

/// Other threads may read what was streamed only after this.
inline void finish_streams() {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

/// Fetches the line of an address into the second-level cache. The address need not exist.
inline void fetch(const double* line) { __builtin_prefetch(line, 0, 2); }
/// Fetches the line into the first-level cache.
inline void fetch_soon(const double* line) { __builtin_prefetch(line, 0, 3); }

template <long by, std::size_t... n> Vector shifted(Vector here, Vector after, std::index_sequence<n...> /*all*/) {
  return __builtin_shufflevector(here, after, (by + static_cast<int>(n))...);
}

/// The vector that begins `by` points behind `here`, made from it and the vector after it.
template <long by> Vector shifted(Vector here, Vector after) {
#if defined(__AVX512F__) // g++ 12 takes a slower instruction for __builtin_shufflevector
  return _mm512_castsi512_pd(
      _mm512_maskz_alignr_epi64(0xff, _mm512_castpd_si512(after), _mm512_castpd_si512(here), by));
#else
  return shifted<by>(here, after, std::make_index_sequence<width>());
#endif
}

} // namespace bench
