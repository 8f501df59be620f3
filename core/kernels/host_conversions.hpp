#pragma once
// What stands for the casts to integers in generated C++: `(int)(x)` of a kernel's text is nopal_to_long((x)). C++
// leaves open what becomes of a real that no integer can be; here it becomes the nearest one, and NaN becomes 0. The
// bounds-checked versions end instead.

#include "core/kernels/kernel_fault.hpp"

#include <concepts>
#include <limits>

namespace nopal_dialect {

/// Without the barrier g++ takes trunc(a) for (double)(long)a, whose zero would keep the sign of `a`.
template <class To> inline __attribute__((always_inline)) To nopal_kept(To value) {
#if defined(__has_builtin)
#if __has_builtin(__builtin_assoc_barrier)
  return __builtin_assoc_barrier(value);
#else
  return value;
#endif
#else
  return value;
#endif
}

/// Reals behind `before` and before `end` become integers of this type.
template <class To> struct NopalRange {
  static constexpr double end = 2.0 * static_cast<double>(To{1} << (std::numeric_limits<To>::digits - 1));
  static constexpr double before = std::numeric_limits<To>::is_signed ? -end - 1 : -1.0;
};

template <class To, class From> inline __attribute__((always_inline)) To nopal_to(const From from) {
  if constexpr (std::floating_point<From>) {
    using Range = NopalRange<To>;
    using Limits = std::numeric_limits<To>;
    const double a = from;
    // The largest doubles before and behind a `long` are its ends, so that its smallest number takes the way of the
    // rest.
    return a > Range::before && a < Range::end ? nopal_kept(static_cast<To>(a))
           : a >= Range::end                   ? Limits::max()
           : a < 0                             ? Limits::min()
                                               : To{0};
  } else {
    return static_cast<To>(from);
  }
}

template <class To, class From>
inline __attribute__((always_inline)) To nopal_checked_to(const From from, unsigned line, const char* file) {
  if constexpr (std::floating_point<From>) {
    using Range = NopalRange<To>;
    const bool fits = (from > Range::before && from < Range::end) || from == std::numeric_limits<To>::min();
    if (!fits) nopal::end_at({file, line}, nopal::conversion_fault(from));
  }
  return nopal_to<To>(from);
}

#ifdef NOPAL_CHECKED_VERSIONS
#define NOPAL_TO(name, To)                                                                                             \
  template <class From> inline __attribute__((always_inline)) To nopal_to_##name(                                      \
      From from, unsigned line = __builtin_LINE(), const char* file = __builtin_FILE()) {                              \
    return nopal_checked_to<To>(from, line, file);                                                                     \
  }
#else
#define NOPAL_TO(name, To)                                                                                             \
  template <class From> inline __attribute__((always_inline)) To nopal_to_##name(From from) {                          \
    return nopal_to<To>(from);                                                                                         \
  }
#endif
NOPAL_TO(long, long)
NOPAL_TO(ulong, unsigned long)
NOPAL_TO(int, int)
NOPAL_TO(uint, unsigned)
NOPAL_TO(short, short)
NOPAL_TO(ushort, unsigned short)
NOPAL_TO(char, signed char)
NOPAL_TO(uchar, unsigned char)
#undef NOPAL_TO

} // namespace nopal_dialect
