#pragma once
// The kernel dialect on the host: the names that a kernel's body uses, in generated C++.
// Bodies are compiled in namespaces inside nopal_dialect, so that these names hide those of the C library:
// every function takes doubles, and min and max keep integers.

#include "core/kernels/dialect_functions.hpp"
#include "core/kernels/host_conversions.hpp"
#include "core/kernels/launch.hpp"
#include "core/maths/maths.hpp"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>

#undef M_PI

namespace nopal_dialect {

using real = double;
using int32 = std::int32_t;
using uint32 = std::uint32_t;
using float32 = float;
using std::printf;
inline constexpr double M_PI = 3.14159265358979323846;

#define NOPAL_USE(name) using nopal::maths::name;
NOPAL_MATHS_FUNCTIONS(NOPAL_USE, NOPAL_USE)
#undef NOPAL_USE
#define NOPAL_FUNCTION_OF_1(name)                                                                                      \
  inline double name(double a) { return std::name(a); }
#define NOPAL_FUNCTION_OF_2(name)                                                                                      \
  inline double name(double a, double b) { return std::name(a, b); }
NOPAL_ROUNDED_FUNCTIONS(NOPAL_FUNCTION_OF_1, NOPAL_FUNCTION_OF_2)
#undef NOPAL_FUNCTION_OF_1
#undef NOPAL_FUNCTION_OF_2

// min and max are written out, so that all backends agree: for equal values, signed zeros and NaN they return `b`.
template <class A, class B> inline auto min(A a, B b) {
  if constexpr (std::integral<A> && std::integral<B>) {
    const long p = a, q = b;
    return p < q ? p : q;
  } else {
    const double p = a, q = b;
    return p < q ? p : q;
  }
}
template <class A, class B> inline auto max(A a, B b) {
  if constexpr (std::integral<A> && std::integral<B>) {
    const long p = a, q = b;
    return p > q ? p : q;
  } else {
    const double p = a, q = b;
    return p > q ? p : q;
  }
}

/// Finds the elements of a field or an array from as many indices as it has axes.
template <class T, int axes> struct ArrayAt {
  T* origin; ///< of global index (0, 0, 0)
  long stride_j, stride_k;

  explicit ArrayAt(const nopal::HostField& array)
      : origin(static_cast<T*>(array.origin)), stride_j(array.stride[1]), stride_k(array.stride[2]) {}
  T& at(std::integral auto i) const requires(axes == 1) { return origin[i]; }
  T& at(std::integral auto i, std::integral auto j) const requires(axes == 2) { return origin[i + j * stride_j]; }
  T& at(std::integral auto i, std::integral auto j, std::integral auto k) const requires(axes == 3) {
    return origin[i + j * stride_j + k * stride_k];
  }
};

/// A field or an array that is only read.
template <class T, int axes> struct ReadArray : ArrayAt<const T, axes> {
  using ArrayAt<const T, axes>::ArrayAt;
  T operator()(std::integral auto... index) const requires(sizeof...(index) == axes) { return this->at(index...); }
};
/// A field or an array that is written and not read: its elements can only be assigned to.
template <class T, int axes> struct WriteArray : ArrayAt<T, axes> {
  struct Target {
    T* address;
    T operator=(T value) const { return *address = value; }
    explicit Target(T* target) : address(target) {}
    Target(const Target&) = default;
    Target& operator=(const Target&) = delete;
  };
  using ArrayAt<T, axes>::ArrayAt;
  Target operator()(std::integral auto... index) const requires(sizeof...(index) == axes) {
    return Target(&this->at(index...));
  }
};
/// A field or an array that is read and written.
template <class T, int axes> struct ReadWriteArray : ArrayAt<T, axes> {
  using ArrayAt<T, axes>::ArrayAt;
  T& operator()(std::integral auto... index) const requires(sizeof...(index) == axes) { return this->at(index...); }
};

using Read = ReadArray<double, 3>;
using Write = WriteArray<double, 3>;
using ReadWrite = ReadWriteArray<double, 3>;

} // namespace nopal_dialect
