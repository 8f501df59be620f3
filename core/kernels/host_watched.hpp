#pragma once
// Fields of the bounds-checked and the recording version of host kernels, and guarded fields of the plain version.
// Their accessors see each access before it happens. The bodies are the same as in the plain version. Generated code
// includes this file.

#include "core/kernels/access_fault.hpp"
#include "core/kernels/host_checks.hpp"

#include <algorithm>
#include <concepts>
#include <source_location>

namespace nopal_dialect {

/// The element of a watched field at one point. Bodies use it as a double and assign to it.
template <class Field> struct WatchedTarget {
  const Field* field;
  nopal::Index at;
  int line;

  WatchedTarget(const Field* owner, const nopal::Index& point, int where) : field(owner), at(point), line(where) {}
  WatchedTarget(const WatchedTarget&) = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator double() const requires(Field::reads) { return field->read(at, line); }
  double operator=(double value) const { return field->write(at, value, line); }
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
  double operator=(const WatchedTarget& other) const requires(Field::reads) {
    return *this = static_cast<double>(other);
  }
  double operator+=(double value) const requires(Field::reads) { return *this = *this + value; }
  double operator-=(double value) const requires(Field::reads) { return *this = *this - value; }
  double operator*=(double value) const requires(Field::reads) { return *this = *this * value; }
  double operator/=(double value) const requires(Field::reads) { return *this = *this / value; }
  /// Returns the number that an atomic operation changes, after the check.
  double& atomic_target() const { return field->atomic_target(at, line); }
};

/// Returns what the body gets for a point: a double if the field is only read, else the target.
template <class Field> auto watched(const Field& field, long i, long j, long k, const std::source_location& where) {
  const int line = static_cast<int>(where.line());
  if constexpr (Field::writes)
    return WatchedTarget<Field>(&field, {i, j, k}, line);
  else
    return field.read({i, j, k}, line);
}

/// A field of the checked version: a plain accessor with checks.
template <nopal::Access access, class Checker = nopal::AccessChecker> struct Checked {
  static constexpr bool reads = access != nopal::Access::write, writes = access != nopal::Access::read;
  Checker* checker;
  int field;

  double* origin() const { return static_cast<double*>(checker->launch().fields[field].origin); }
  double read(const nopal::Index& at, int line) const {
    checker->line = line;
    return origin()[writes ? checker->read_of_written(field, at) : checker->read(field, at)];
  }
  /// Returns the number to write, after the check.
  double& target(const nopal::Index& at, int line) const {
    checker->line = line;
    return origin()[checker->write(field, at)];
  }
  double write(const nopal::Index& at, double value, int line) const { return target(at, line) = value; }
  double& atomic_target(const nopal::Index& at, int line) const {
    checker->line = line;
    return origin()[checker->change_atomically(field, at)];
  }
  // The plain version compiles for integers only. Here an index may also be a watched element.
  auto operator()(long i, long j, long k, const std::source_location& where = std::source_location::current()) const {
    return watched(*this, i, j, k, where);
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

  double read(const nopal::Index& at, int /*line*/) const {
    return recording->recorder->value(recording->record(field, at, false));
  }
  double write(const nopal::Index& at, double value, int /*line*/) const {
    recording->record(field, at, true);
    return value;
  }
  auto operator()(std::integral auto i, std::integral auto j, std::integral auto k,
                  const std::source_location& where = std::source_location::current()) const {
    return watched(*this, i, j, k, where);
  }
};

/// A guarded field of the plain version: an access to a point that is not stored goes to the nearest stored point, and
/// the launch gets a fault.
template <class Field> struct Guarded : Field {
  const nopal::HostLaunch* launch;
  int field;
  nopal::Index point; ///< the point that the body computes

  Guarded(const nopal::HostLaunch& of, int number, const nopal::Index& at)
      : Field(of.fields[number]), launch(&of), field(number), point(at) {}
  decltype(auto) operator()(std::integral auto i, std::integral auto j, std::integral auto k,
                            const std::source_location& where = std::source_location::current()) const {
    nopal::Index at{i, j, k};
    if (!nopal::stored_offset(*launch, field, at)) [[unlikely]] {
      launch->fault->report({field, point, at, static_cast<int>(where.line())});
      const nopal::Box& stored = launch->fields[field].stored;
      for (int axis = 0; axis < 3; ++axis) at[axis] = std::clamp(at[axis], stored.lower[axis], stored.upper[axis] - 1);
    }
    return Field::operator()(at[0], at[1], at[2]);
  }
};

} // namespace nopal_dialect
