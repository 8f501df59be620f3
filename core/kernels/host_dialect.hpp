#pragma once
// The kernel dialect on the host: the names that a kernel's body uses, in generated C++.
// Bodies are compiled in namespaces inside nopal_dialect, so that these names hide those of the C library:
// every function takes doubles, and min and max keep integers.

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

inline double sin(double a) { return std::sin(a); }
inline double cos(double a) { return std::cos(a); }
inline double tan(double a) { return std::tan(a); }
inline double asin(double a) { return std::asin(a); }
inline double acos(double a) { return std::acos(a); }
inline double atan(double a) { return std::atan(a); }
inline double atan2(double a, double b) { return std::atan2(a, b); }
inline double sinh(double a) { return std::sinh(a); }
inline double cosh(double a) { return std::cosh(a); }
inline double tanh(double a) { return std::tanh(a); }
inline double exp(double a) { return std::exp(a); }
inline double log(double a) { return std::log(a); }
inline double log10(double a) { return std::log10(a); }
inline double pow(double a, double b) { return std::pow(a, b); }
inline double sqrt(double a) { return std::sqrt(a); }
inline double cbrt(double a) { return std::cbrt(a); }
inline double fabs(double a) { return std::fabs(a); }
inline double floor(double a) { return std::floor(a); }
inline double ceil(double a) { return std::ceil(a); }
inline double fmod(double a, double b) { return std::fmod(a, b); }
inline double asinh(double a) { return std::asinh(a); }
inline double acosh(double a) { return std::acosh(a); }
inline double atanh(double a) { return std::atanh(a); }
inline double exp2(double a) { return std::exp2(a); }
inline double expm1(double a) { return std::expm1(a); }
inline double log2(double a) { return std::log2(a); }
inline double log1p(double a) { return std::log1p(a); }
inline double erf(double a) { return std::erf(a); }
inline double erfc(double a) { return std::erfc(a); }
inline double round(double a) { return std::round(a); }
inline double trunc(double a) { return std::trunc(a); }
inline double hypot(double a, double b) { return std::hypot(a, b); }
inline double copysign(double a, double b) { return std::copysign(a, b); }

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

/// A field that is only read.
struct Read {
  const double* origin; ///< of global index (0, 0, 0)
  long stride_j, stride_k;
  double operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    return origin[i + j * stride_j + k * stride_k];
  }
};

/// A field that is written and not read: it can only be assigned to.
struct Write {
  struct Target {
    double* address;
    double operator=(double value) const { return *address = value; }
    explicit Target(double* target) : address(target) {}
    Target(const Target&) = default;
    Target& operator=(const Target&) = delete;
  };
  double* origin;
  long stride_j, stride_k;
  Target operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    return Target(origin + (i + j * stride_j + k * stride_k));
  }
};

/// A field that is read and written.
struct ReadWrite {
  double* origin;
  long stride_j, stride_k;
  double& operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    return origin[i + j * stride_j + k * stride_k];
  }
};

} // namespace nopal_dialect
