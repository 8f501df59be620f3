#pragma once
// The recording version of loops over sets, and what the text of a loop shows of its accesses. Generated code and core
// share these types (part of the plugin ABI).

#include "core/kernels/loop.hpp"

#include <concepts>
#include <type_traits>

namespace nopal {

/// One access of the body to a dat.
struct RecordedLoopAccess {
  int argument; ///< position in LoopKernel::arguments
  long target;  ///< 0 for arguments of the loop's own element; LoopArgument::target for those of one target
  long component;
  bool writes; ///< assigns or adds; false: reads
};

/// Sees the accesses of a recording version.
class LoopRecorder {
public:
  virtual ~LoopRecorder() = default;
  virtual void record(const RecordedLoopAccess& access) = 0;
  /// Returns the value that the body reads.
  virtual double value(const RecordedLoopAccess& read) = 0;
  /// Returns the number of targets of the element. `map`: position in LoopKernel::maps; its arity varies.
  virtual long count(int map) = 0;
};

/// Runs the body once on dummy values and reports its accesses. Of `loop` it uses the numbers and the clock only.
using RecordingLoop = void (*)(const HostLoop& loop, LoopRecorder& recorder);

/// One access that the text names. No branch hides it from the list.
struct LoopTextAccess {
  int argument;        ///< position in LoopKernel::arguments: a dat or a total
  int line, column;    ///< in the .kernel file
  const char* indices; ///< as written: "1, n"; of totals empty
  bool is_known;       ///< each index is made of numbers, constants, and counters of loops from a number to a number
  bool counts;         ///< counters are in it. If is_known, each of their values has an entry of its own
  long target;         ///< if is_known, as RecordedLoopAccess::target
  long component;      ///< if is_known
  bool reads, writes;  ///< writes: assigns or adds
};

/// What the text of a loop shows. Static data of the library.
struct LoopText {
  RecordingLoop recording; ///< null: the body cannot run on dummy values
  const LoopTextAccess* accesses;
  int n_accesses;
  bool fixed_indices; ///< indices do not depend on the values of dats, scalars and parameters
  /// Each element makes the same accesses. Elements with more targets under a map of varying arity make more of them.
  bool complete;
};

} // namespace nopal

namespace nopal_dialect {

/// A value of a dat in the recording version. Bodies use it as a number, as far as the clauses allow.
template <class T, nopal::Access access> class RecordedValue {
public:
  static constexpr bool reads = access == nopal::Access::read || access == nopal::Access::readwrite;
  static constexpr bool assigns = access == nopal::Access::write || access == nopal::Access::readwrite;
  static constexpr bool changes = access == nopal::Access::readwrite;

  RecordedValue(nopal::LoopRecorder* recorder, int argument, long target, long component)
      : recorder_(recorder), argument_(argument), target_(target), component_(component) {}
  RecordedValue(const RecordedValue&) = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator T() const requires(reads) { return static_cast<T>(recorder_->value(seen(false))); }
  T operator=(T value) const requires(assigns) { // NOLINT: a value, as in the kernel dialect
    seen(true);
    return value;
  }
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
  T operator=(const RecordedValue& other) const requires(changes) { return *this = static_cast<T>(other); }

  T operator+=(T value) const requires(changes) { return *this = static_cast<T>(*this + value); }
  T operator-=(T value) const requires(changes) { return *this = static_cast<T>(*this - value); }
  void operator+=(T /*value*/) const requires(access == nopal::Access::increment) { seen(true); }
  void operator-=(T /*value*/) const requires(access == nopal::Access::increment) { seen(true); }
  T operator*=(T value) const requires(changes) { return *this = static_cast<T>(*this * value); }
  T operator/=(T value) const requires(changes) { return *this = static_cast<T>(*this / value); }
  T operator++() const requires(changes) { return *this += 1; }
  T operator--() const requires(changes) { return *this -= 1; }
  T operator++(int) const requires(changes) { return ++*this - 1; }
  T operator--(int) const requires(changes) { return --*this + 1; }
  T operator%=(T value) const requires(changes && std::integral<T>) { return *this = *this % value; }
  T operator&=(T value) const requires(changes && std::integral<T>) { return *this = *this & value; }
  T operator|=(T value) const requires(changes && std::integral<T>) { return *this = *this | value; }
  T operator^=(T value) const requires(changes && std::integral<T>) { return *this = *this ^ value; }
  T operator<<=(T value) const requires(changes && std::integral<T>) { return *this = *this << value; }
  T operator>>=(T value) const requires(changes && std::integral<T>) { return *this = *this >> value; }

private:
  nopal::RecordedLoopAccess seen(bool writes) const {
    const nopal::RecordedLoopAccess access_seen{argument_, target_, component_, writes};
    recorder_->record(access_seen);
    return access_seen;
  }
  nopal::LoopRecorder* recorder_;
  int argument_;
  long target_, component_;
};

template <class T> constexpr bool is_recorded = false;
template <class T, nopal::Access access> constexpr bool is_recorded<RecordedValue<T, access>> = true;
template <class T> T value_of(T value) { return value; }
template <class T, nopal::Access access> T value_of(RecordedValue<T, access> value) { return value; }
template <class A, class B> requires(is_recorded<A> || is_recorded<B>) auto min(A a, B b) {
  return min(value_of(a), value_of(b));
}
template <class A, class B> requires(is_recorded<A> || is_recorded<B>) auto max(A a, B b) {
  return max(value_of(a), value_of(b));
}

/// A dat of the recording version. `only_target`: RecordedLoopAccess::target of arguments that take a component only.
template <class T, nopal::Access access> struct RecordedDat {
  nopal::LoopRecorder* recorder;
  int argument;
  long only_target;

  auto operator()(std::integral auto component) const { return value(only_target, component); }
  auto operator()(std::integral auto target, std::integral auto component) const { return value(target, component); }

private:
  auto value(long target, long component) const {
    const RecordedValue<T, access> found(recorder, argument, target, component);
    if constexpr (access == nopal::Access::read)
      return static_cast<T>(found);
    else
      return found;
  }
};

} // namespace nopal_dialect
