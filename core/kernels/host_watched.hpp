#pragma once
// Fields of the bounds-checked and the recording version of host kernels. Their accessors see each access before it
// happens. The bodies are the same as in the plain version. Generated code includes this file.

#include "core/kernels/host_checks.hpp"

#include <concepts>

namespace nopal_dialect {

/// A field of the checked version: a plain accessor with checks.
template <nopal::Access access, class Checker = nopal::AccessChecker> struct Checked {
  Checker* checker;
  int field;

  double* origin() const { return static_cast<double*>(checker->launch().fields[field].origin); }

  struct Target {
    const Checked* accessor;
    nopal::Index at;

    // Bodies use it as a double. NOLINTNEXTLINE(google-explicit-constructor)
    operator double() const requires(access == nopal::Access::readwrite) {
      return accessor->origin()[accessor->checker->read_of_written(accessor->field, at)];
    }
    double operator=(double value) const {
      return accessor->origin()[accessor->checker->write(accessor->field, at)] = value;
    }
    double operator+=(double value) const requires(access == nopal::Access::readwrite) { return *this = *this + value; }
    double operator-=(double value) const requires(access == nopal::Access::readwrite) { return *this = *this - value; }
    double operator*=(double value) const requires(access == nopal::Access::readwrite) { return *this = *this * value; }
    double operator/=(double value) const requires(access == nopal::Access::readwrite) { return *this = *this / value; }
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
    double operator=(const Target& other) const requires(access == nopal::Access::readwrite) {
      return *this = static_cast<double>(other);
    }
    /// Returns the number itself after the check. Atomics use it.
    double& checked() const requires(access == nopal::Access::readwrite) {
      return accessor->origin()[accessor->checker->write(accessor->field, at)];
    }
    Target(const Checked* owner, const nopal::Index& point) : accessor(owner), at(point) {}
    Target(const Target&) = default;
  };

  auto operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    const nopal::Index at{static_cast<long>(i), static_cast<long>(j), static_cast<long>(k)};
    if constexpr (access == nopal::Access::read)
      return static_cast<double>(origin()[checker->read(field, at)]);
    else
      return Target(this, at);
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
  double read(int field, const nopal::Index& at) const { return recorder->value(record(field, at, false)); }
};

/// A field of the recording version. A read returns the recorder's value, a write changes nothing.
template <nopal::Access access> struct Recorded {
  const Recording* recording;
  int field;

  struct Target {
    const Recorded* accessor;
    nopal::Index at;

    // Bodies use it as a double. NOLINTNEXTLINE(google-explicit-constructor)
    operator double() const { return accessor->recording->read(accessor->field, at); }
    double operator=(double value) const {
      accessor->recording->record(accessor->field, at, true);
      return value;
    }
    double operator+=(double value) const { return *this = *this + value; }
    double operator-=(double value) const { return *this = *this - value; }
    double operator*=(double value) const { return *this = *this * value; }
    double operator/=(double value) const { return *this = *this / value; }
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment)
    double operator=(const Target& other) const { return *this = static_cast<double>(other); }
    Target(const Recorded* owner, const nopal::Index& point) : accessor(owner), at(point) {}
    Target(const Target&) = default;
  };

  auto operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    const Target target(this, nopal::Index{static_cast<long>(i), static_cast<long>(j), static_cast<long>(k)});
    if constexpr (access == nopal::Access::read)
      return static_cast<double>(target);
    else
      return target;
  }
};

} // namespace nopal_dialect
