#pragma once
// Fields of the bounds-checked and the recording version of host kernels. Their accessors see each access before it
// happens. The bodies are the same as in the plain version. Generated code includes this file.

#include "core/kernels/host_checks.hpp"

#include <concepts>

namespace nopal_dialect {

/// The element of a watched field at one point. Bodies use it as a double and assign to it.
template <class Field> struct WatchedTarget {
  const Field* field;
  nopal::Index at;

  WatchedTarget(const Field* owner, const nopal::Index& point) : field(owner), at(point) {}
  WatchedTarget(const WatchedTarget&) = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator double() const requires(Field::reads) { return field->read(at); }
  double operator=(double value) const { return field->write(at, value); }
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
  double operator=(const WatchedTarget& other) const requires(Field::reads) {
    return *this = static_cast<double>(other);
  }
  double operator+=(double value) const requires(Field::reads) { return *this = *this + value; }
  double operator-=(double value) const requires(Field::reads) { return *this = *this - value; }
  double operator*=(double value) const requires(Field::reads) { return *this = *this * value; }
  double operator/=(double value) const requires(Field::reads) { return *this = *this / value; }
};

/// Returns what the body gets for a point: a double if the field is only read, else the target.
template <class Field> auto watched(const Field& field, long i, long j, long k) {
  if constexpr (Field::writes)
    return WatchedTarget<Field>(&field, {i, j, k});
  else
    return field.read({i, j, k});
}

/// A field of the checked version: a plain accessor with checks.
template <nopal::Access access, class Checker = nopal::AccessChecker> struct Checked {
  static constexpr bool reads = access != nopal::Access::write, writes = access != nopal::Access::read;
  Checker* checker;
  int field;

  double* origin() const { return static_cast<double*>(checker->launch().fields[field].origin); }
  double read(const nopal::Index& at) const {
    return origin()[writes ? checker->read_of_written(field, at) : checker->read(field, at)];
  }
  /// Returns the number to write, after the check.
  double& target(const nopal::Index& at) const { return origin()[checker->write(field, at)]; }
  double write(const nopal::Index& at, double value) const { return target(at) = value; }
  auto operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    return watched(*this, i, j, k);
  }
};

/// The state that the accessors of the recording version share: the point and the recorder.
struct Recording {
  nopal::AccessRecorder* recorder;
  nopal::Index point{0, 0, 0};

  nopal::RecordedAccess record(int field, const nopal::Index& at, bool write) const {
    const nopal::RecordedAccess seen{field, {at[0] - point[0], at[1] - point[1], at[2] - point[2]}, write};
    recorder->record(seen);
    return seen;
  }
};

/// A field of the recording version. A read returns the recorder's value, a write changes nothing.
template <nopal::Access access> struct Recorded {
  static constexpr bool reads = access != nopal::Access::write, writes = access != nopal::Access::read;
  const Recording* recording;
  int field;

  double read(const nopal::Index& at) const { return recording->recorder->value(recording->record(field, at, false)); }
  double write(const nopal::Index& at, double value) const {
    recording->record(field, at, true);
    return value;
  }
  auto operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    return watched(*this, i, j, k);
  }
};

} // namespace nopal_dialect
