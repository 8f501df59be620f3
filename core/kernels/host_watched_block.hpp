#pragma once
// Arrays and shared arrays of the bounds-checked version of block kernels. A thread reports each access to their
// elements (block_checks.hpp). Generated code includes this file.

#include "core/kernels/block_checks.hpp"
#include "core/kernels/host_kernel.hpp"

#include <cstdio>
#include <source_location>
#include <type_traits>

namespace nopal_dialect {

/// An element of an array or a shared array of the checked version. Bodies use it as a number and assign to it.
template <class T, bool can_read> class WatchedElement {
public:
  using Value = T;
  WatchedElement(nopal::BlockChecker* checker, const nopal::BlockElement& element, T* address, int line)
      : checker_(checker), element_(element), address_(address), line_(line) {}
  WatchedElement(const WatchedElement&) = default;

  // NOLINTNEXTLINE(google-explicit-constructor)
  operator T() const requires(can_read) {
    note(nopal::ElementUse::read);
    return *address_;
  }
  T operator=(T value) const {
    note(nopal::ElementUse::write);
    return *address_ = value;
  }
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
  T operator=(const WatchedElement& other) const requires(can_read) { return *this = static_cast<T>(other); }
  T operator+=(auto value) const requires(can_read) { return *this = static_cast<T>(old() + value); }
  T operator-=(auto value) const requires(can_read) { return *this = static_cast<T>(old() - value); }
  T operator*=(auto value) const requires(can_read) { return *this = static_cast<T>(old() * value); }
  T operator/=(auto value) const requires(can_read) { return *this = static_cast<T>(old() / value); }
  T operator%=(auto value) const requires(can_read) { return *this = static_cast<T>(old() % value); }
  T operator&=(auto value) const requires(can_read) { return *this = static_cast<T>(old() & value); }
  T operator|=(auto value) const requires(can_read) { return *this = static_cast<T>(old() | value); }
  T operator^=(auto value) const requires(can_read) { return *this = static_cast<T>(old() ^ value); }
  T operator<<=(auto value) const requires(can_read) { return *this = static_cast<T>(old() << value); }
  T operator>>=(auto value) const requires(can_read) { return *this = static_cast<T>(old() >> value); }
  T operator++() const requires(can_read) { return *this += 1; }
  T operator--() const requires(can_read) { return *this -= 1; }
  T operator++(int) const requires(can_read) { return step(1); }
  T operator--(int) const requires(can_read) { return step(-1); }
  /// Returns the number that an atomic operation changes, after the check.
  T& atomic_target() const {
    note(nopal::ElementUse::atomic);
    return *address_;
  }

private:
  void note(nopal::ElementUse use) const {
    checker_->line = line_;
    checker_->note(element_, use);
  }
  T old() const { return static_cast<T>(*this); }
  T step(int by) const {
    const T before = old();
    *this = static_cast<T>(before + by);
    return before;
  }

  nopal::BlockChecker* checker_;
  nopal::BlockElement element_;
  T* address_;
  int line_;
};

/// A watched element of a field or an array.
template <class T>
concept Watched = requires(const T& element) { element.atomic_target(); };

/// The number that an argument of a function stands for.
template <class T> auto plain_value(const T& value) {
  if constexpr (requires { typename T::Value; })
    return static_cast<typename T::Value>(value);
  else if constexpr (Watched<T>)
    return static_cast<double>(value);
  else
    return value;
}
template <class A, class B> requires(Watched<A> || Watched<B>) auto min(A a, B b) {
  return min(plain_value(a), plain_value(b));
}
template <class A, class B> requires(Watched<A> || Watched<B>) auto max(A a, B b) {
  return max(plain_value(a), plain_value(b));
}
template <class... A> requires(Watched<A> || ...) int printf(const char* format, A... values) {
  return std::printf(format, plain_value(values)...); // NOLINT(cppcoreguidelines-pro-type-vararg)
}

/// An array of the checked version. An element is a number, or something to assign to: those of an array that the
/// kernel only writes, and of `changes`, which elements_of() returns.
template <class Array, bool changes = false> struct CheckedArray;
template <template <class, int> class Array, class T, int axes, bool changes>
struct CheckedArray<Array<T, axes>, changes> : ArrayAt<T, axes> {
  static constexpr bool is_written = std::is_same_v<Array<T, axes>, WriteArray<T, axes>>;
  static constexpr bool is_both = std::is_same_v<Array<T, axes>, ReadWriteArray<T, axes>>;
  nopal::BlockChecker* checker;
  const char* name;
  int field;

  CheckedArray(nopal::BlockChecker* watcher, int position, const char* array)
      : ArrayAt<T, axes>(watcher->launch().fields[position]), checker(watcher), name(array), field(position) {}
  using Where = std::source_location;
  auto operator()(long i, const Where& where = Where::current()) const requires(axes == 1) {
    return element({i, 0, 0}, this->at(i), where);
  }
  auto operator()(long i, long j, const Where& where = Where::current()) const requires(axes == 2) {
    return element({i, j, 0}, this->at(i, j), where);
  }
  auto operator()(long i, long j, long k, const Where& where = Where::current()) const requires(axes == 3) {
    return element({i, j, k}, this->at(i, j, k), where);
  }

private:
  auto element(const nopal::Index& at, T& number, const Where& where) const {
    checker->line = static_cast<int>(where.line());
    checker->element(field, at);
    const nopal::BlockElement here{name, field, at, axes, &number - this->origin};
    if constexpr (is_written || changes) {
      return WatchedElement<T, is_both>(checker, here, &number, checker->line);
    } else {
      if constexpr (is_both) checker->note(here, nopal::ElementUse::read);
      return static_cast<std::remove_const_t<T>>(number);
    }
  }
};

/// A shared array of the checked version, or what some of its indices leave of it. Its elements are numbers, or
/// something to assign to (`changes`).
template <class T, int left, bool changes = false> struct WatchedShared {
  nopal::BlockChecker* checker;
  T* origin; ///< of the whole array
  const char* name;
  int number; ///< position of the array in the text
  const long* extents;
  int axes;
  int line = 0;
  nopal::Index at{0, 0, 0};
  long position = 0;

  template <bool changed> WatchedShared<T, left, changed> in_line(int of) const {
    return {checker, origin, name, number, extents, axes, of, at, position};
  }
  auto operator[](long index) const {
    const int axis = axes - left;
    checker->line = line;
    checker->shared_index(name, axis, index, extents[axis]);
    nopal::Index next = at;
    if (axis < 3) next[axis] = index;
    const long there = position * extents[axis] + index;
    if constexpr (left > 1) {
      return WatchedShared<T, left - 1, changes>{checker, origin, name, number, extents, axes, line, next, there};
    } else {
      const nopal::BlockElement element{name, -1 - number, next, axes < 3 ? axes : 3, there};
      if constexpr (changes) {
        return WatchedElement<T, true>(checker, element, origin + there, line);
      } else {
        checker->note(element, nopal::ElementUse::read);
        return origin[there];
      }
    }
  }
};

// Bodies name shared arrays, and arrays whose elements they change, through these functions. In the plain version they
// return what they get.
template <bool changes, class Array>
[[gnu::always_inline]] inline decltype(auto) shared_at(Array& array, [[maybe_unused]] int line) {
  if constexpr (requires { array.checker; })
    return array.template in_line<changes>(line);
  else
    return (array);
}
template <class Array> [[gnu::always_inline]] inline const Array& elements_of(const Array& array) { return array; }
template <class Array> CheckedArray<Array, true> elements_of(const CheckedArray<Array, false>& array) {
  return {array.checker, array.field, array.name};
}

} // namespace nopal_dialect
