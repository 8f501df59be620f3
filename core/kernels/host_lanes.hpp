#pragma once
// Generated host versions of loops over sets use this: a body that runs at several elements at once. Each of its reals
// is a vector with one lane for each element. Each lane computes the bits that the element alone would give.

#include "core/kernels/dialect_functions.hpp"
#include "core/maths/maths.hpp"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>

#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
// Bodies are checked for these mistakes where they run at one element. Here loops over components would cause false
// alarms.
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace nopal_dialect {

/// Elements that are computed at once. Vectors of four doubles fit the registers of AVX2, and compilers split them for
/// others.
inline constexpr int n_lanes = 4;

/// A real of n_lanes elements. The functions of the dialect find it by their arguments.
struct Lanes {
  using Vector = double __attribute__((vector_size(n_lanes * sizeof(double))));

  Vector lanes;

  Lanes() = default;
  // A number of the body is the same in all lanes. NOLINTNEXTLINE(google-explicit-constructor)
  Lanes(double same) : lanes(same - Vector{}) {} // also -0.0 and NaN
  explicit Lanes(const Vector& of) : lanes(of) {}

  Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  Lanes& operator-=(const Lanes& b) { return *this = *this - b; }
  Lanes& operator*=(const Lanes& b) { return *this = *this * b; }
  Lanes& operator/=(const Lanes& b) { return *this = *this / b; }

  friend inline __attribute__((always_inline)) Lanes operator+(const Lanes& a) { return a; }
  friend inline __attribute__((always_inline)) Lanes operator-(const Lanes& a) { return Lanes(-a.lanes); }
  friend inline __attribute__((always_inline)) Lanes operator+(const Lanes& a, const Lanes& b) {
    return Lanes(a.lanes + b.lanes);
  }
  friend inline __attribute__((always_inline)) Lanes operator-(const Lanes& a, const Lanes& b) {
    return Lanes(a.lanes - b.lanes);
  }
  friend inline __attribute__((always_inline)) Lanes operator*(const Lanes& a, const Lanes& b) {
    return Lanes(a.lanes * b.lanes);
  }
  friend inline __attribute__((always_inline)) Lanes operator/(const Lanes& a, const Lanes& b) {
    return Lanes(a.lanes / b.lanes);
  }

  // As in the dialect: for equal values, signed zeros and NaN they return `b`. The templates are preferred to those of
  // the dialect.
#define NOPAL_LESSER(name, sign)                                                                                       \
  friend inline __attribute__((always_inline)) Lanes name(const Lanes& a, const Lanes& b) {                            \
    return Lanes(a.lanes sign b.lanes ? a.lanes : b.lanes);                                                            \
  }                                                                                                                    \
  template <class B> friend inline __attribute__((always_inline)) Lanes name(const Lanes& a, B b) {                    \
    return name(a, Lanes(static_cast<double>(b)));                                                                     \
  }                                                                                                                    \
  template <class A> friend inline __attribute__((always_inline)) Lanes name(A a, const Lanes& b) {                    \
    return name(Lanes(static_cast<double>(a)), b);                                                                     \
  }
  NOPAL_LESSER(min, <)
  NOPAL_LESSER(max, >)
#undef NOPAL_LESSER

#define NOPAL_LANES_OF_1(name, of)                                                                                     \
  friend inline __attribute__((always_inline)) Lanes name(const Lanes& a) {                                            \
    return Lanes(Vector{of(a.lanes[0]), of(a.lanes[1]), of(a.lanes[2]), of(a.lanes[3])});                              \
  }
#define NOPAL_LANES_OF_2(name, of)                                                                                     \
  friend inline __attribute__((always_inline)) Lanes name(const Lanes& a, const Lanes& b) {                            \
    return Lanes(Vector{of(a.lanes[0], b.lanes[0]), of(a.lanes[1], b.lanes[1]), of(a.lanes[2], b.lanes[2]),            \
                        of(a.lanes[3], b.lanes[3])});                                                                  \
  }
#define NOPAL_FUNCTION_OF_1(name) NOPAL_LANES_OF_1(name, nopal::maths::name)
#define NOPAL_FUNCTION_OF_2(name) NOPAL_LANES_OF_2(name, nopal::maths::name)
  NOPAL_MATHS_FUNCTIONS(NOPAL_FUNCTION_OF_1, NOPAL_FUNCTION_OF_2)
#undef NOPAL_FUNCTION_OF_1
#undef NOPAL_FUNCTION_OF_2
#define NOPAL_FUNCTION_OF_1(name) NOPAL_LANES_OF_1(name, std::name)
#define NOPAL_FUNCTION_OF_2(name) NOPAL_LANES_OF_2(name, std::name)
  NOPAL_ROUNDED_FUNCTIONS(NOPAL_FUNCTION_OF_1, NOPAL_FUNCTION_OF_2)
#undef NOPAL_FUNCTION_OF_1
#undef NOPAL_FUNCTION_OF_2
#undef NOPAL_LANES_OF_1
#undef NOPAL_LANES_OF_2
};
static_assert(n_lanes == 4, "Lanes and transpose() name four lanes");

namespace lanes {

using Pair = double __attribute__((vector_size(2 * sizeof(double))));

template <class Vector> inline __attribute__((always_inline)) Vector load(const double* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
template <class Vector> inline __attribute__((always_inline)) void store(double* to, const Vector& v) {
  std::memcpy(to, &v, sizeof v);
}

/// Rows become columns.
inline __attribute__((always_inline)) void transpose(Lanes::Vector (&m)[4]) {
  const Lanes::Vector a = __builtin_shufflevector(m[0], m[1], 0, 4, 2, 6);
  const Lanes::Vector b = __builtin_shufflevector(m[0], m[1], 1, 5, 3, 7);
  const Lanes::Vector c = __builtin_shufflevector(m[2], m[3], 0, 4, 2, 6);
  const Lanes::Vector d = __builtin_shufflevector(m[2], m[3], 1, 5, 3, 7);
  m[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  m[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  m[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  m[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// Loads the components of four elements, which begin at from[0] to from[3].
template <int components>
inline __attribute__((always_inline)) void gather(Lanes* to, const double* const (&from)[n_lanes]) {
  int c = 0;
  for (; c + 4 <= components; c += 4) {
    Lanes::Vector m[4] = {load<Lanes::Vector>(from[0] + c), load<Lanes::Vector>(from[1] + c),
                          load<Lanes::Vector>(from[2] + c), load<Lanes::Vector>(from[3] + c)};
    transpose(m);
    for (int n = 0; n < 4; ++n) to[c + n].lanes = m[n];
  }
  for (; c + 2 <= components; c += 2) {
    const Pair p[4] = {load<Pair>(from[0] + c), load<Pair>(from[1] + c), load<Pair>(from[2] + c),
                       load<Pair>(from[3] + c)};
    const Lanes::Vector a = __builtin_shufflevector(p[0], p[2], 0, 1, 2, 3);
    const Lanes::Vector b = __builtin_shufflevector(p[1], p[3], 0, 1, 2, 3);
    to[c].lanes = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    to[c + 1].lanes = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  }
  for (; c < components; ++c) {
    const Pair a = {from[0][c], from[1][c]}, b = {from[2][c], from[3][c]};
    to[c].lanes = __builtin_shufflevector(a, b, 0, 1, 2, 3);
  }
}

/// Stores the components of four elements, one element after the other: value (lane * components + c).
template <int components> inline __attribute__((always_inline)) void scatter(double* to, const Lanes* from) {
  int c = 0;
  for (; c + 4 <= components; c += 4) {
    Lanes::Vector m[4] = {from[c].lanes, from[c + 1].lanes, from[c + 2].lanes, from[c + 3].lanes};
    transpose(m);
    for (int lane = 0; lane < n_lanes; ++lane) store(to + lane * components + c, m[lane]);
  }
  if constexpr (components == 1)
    store(to, from[0].lanes);
  else
    for (; c < components; ++c)
      for (int lane = 0; lane < n_lanes; ++lane) to[lane * components + c] = from[c].lanes[lane];
}

} // namespace lanes

/// A dat at the loop's own elements, whose values follow each other in memory.
template <int components> struct LanesOfElement {
  Lanes values[components];

  inline __attribute__((always_inline)) void load(const double* first) {
    lanes::gather<components>(values, {first, first + components, first + 2 * components, first + 3 * components});
  }
  inline __attribute__((always_inline)) void store(double* first) const { lanes::scatter<components>(first, values); }
};

/// A dat at `targets` targets of the elements. Row n of the map begins at rows[n * arity].
template <int targets, int components> struct LanesOfTargets {
  Lanes values[targets * components];

  inline __attribute__((always_inline)) void load(const double* dat, const std::int32_t* rows, int arity) {
    for (int t = 0; t < targets; ++t) {
      const auto at = [&](int lane) { return dat + static_cast<long>(rows[lane * arity + t]) * components; };
      lanes::gather<components>(values + t * components, {at(0), at(1), at(2), at(3)});
    }
  }
};

/// The values of a body: of its own elements by component, of targets by target and component.
template <class T, int components> struct LanesAt {
  T* values;
  T& operator()(std::integral auto component) const { return values[component]; }
  T& operator()(std::integral auto target, std::integral auto component) const {
    return values[target * components + component];
  }
};

/// What the elements add to `targets` targets.
template <int targets, int components> struct LanesOfSums {
  static constexpr int n_fours = components / 4;

  Lanes values[targets * components];
  Lanes::Vector fours[targets * n_fours + 1][n_lanes]; ///< of each target and lane, four components after the other

  inline __attribute__((always_inline)) LanesOfSums() {
#pragma GCC unroll 64
    for (int n = 0; n < targets * components; ++n) values[n] = -0.0;
  }
  /// Sorts the sums by elements.
  inline __attribute__((always_inline)) void turn() {
#pragma GCC unroll 64
    for (int t = 0; t < targets; ++t)
#pragma GCC unroll 64
      for (int n = 0; n < n_fours; ++n) {
        Lanes::Vector(&m)[n_lanes] = fours[t * n_fours + n];
#pragma GCC unroll 4
        for (int c = 0; c < 4; ++c) m[c] = values[t * components + 4 * n + c].lanes;
        lanes::transpose(m);
      }
  }
  /// Adds the sums of one element.
  inline __attribute__((always_inline)) void add(double* dat, int lane, const std::int32_t* row) const {
#pragma GCC unroll 64
    for (int t = 0; t < targets; ++t) {
      double* const to = dat + static_cast<long>(row[t]) * components;
#pragma GCC unroll 64
      for (int n = 0; n < n_fours; ++n)
        lanes::store(to + 4 * n, lanes::load<Lanes::Vector>(to + 4 * n) + fours[t * n_fours + n][lane]);
#pragma GCC unroll 64
      for (int c = 4 * n_fours; c < components; ++c) to[c] += values[t * components + c].lanes[lane];
    }
  }
};

} // namespace nopal_dialect

#pragma GCC diagnostic pop
