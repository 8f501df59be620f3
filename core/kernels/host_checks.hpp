#pragma once
// The bounds-checked and the recording version of host kernels: accessors that look at each access before it
// happens. Same bodies, other field types.

#include "core/kernels/launch.hpp"

#include <concepts>
#include <vector>

namespace nopal {

/// Watches one launch of a checked kernel; throws Error for what the declarations do not allow.
class AccessChecker {
public:
  AccessChecker(const Kernel& kernel, const HostLaunch& launch);

  /// The body is about to compute this point.
  void begin(const Index& point) { point_ = point; }
  /// Throws where a field that is only written was not written at this point.
  void end();

  /// `field` is a position among the fields. Element offset of the point, or Error where it is not stored.
  long read(int field, const Index& at) const;
  /// As read; also an Error where this launch writes that point: another thread may have written it or not.
  long read_of_written(int field, const Index& at) const;
  /// An Error unless `at` is the point being computed.
  long write(int field, const Index& at);

  const HostLaunch& launch() const { return launch_; }

private:
  [[noreturn]] void fail(int field, const Index& at, const char* access, const std::string& why) const;
  const Kernel& kernel_;
  const HostLaunch& launch_;
  Index point_{0, 0, 0};
  std::vector<char> is_write_only_; ///< by field
  std::vector<char> written_;       ///< by field, at this point
};

} // namespace nopal

namespace nopal_dialect {

/// A field of the checked version. Behaves like the plain accessors, but for the checks.
template <nopal::ArgumentKind kind> struct Checked {
  nopal::AccessChecker* checker;
  int field;

  double* origin() const { return static_cast<double*>(checker->launch().fields[field]); }

  struct Target {
    const Checked* accessor;
    nopal::Index at;

    operator double() const requires(kind == nopal::ArgumentKind::field_readwrite) {
      return accessor->origin()[accessor->checker->read_of_written(accessor->field, at)];
    }
    double operator=(double value) const {
      return accessor->origin()[accessor->checker->write(accessor->field, at)] = value;
    }
    double operator+=(double value) const requires(kind == nopal::ArgumentKind::field_readwrite) {
      return *this = *this + value;
    }
    double operator-=(double value) const requires(kind == nopal::ArgumentKind::field_readwrite) {
      return *this = *this - value;
    }
    double operator*=(double value) const requires(kind == nopal::ArgumentKind::field_readwrite) {
      return *this = *this * value;
    }
    double operator/=(double value) const requires(kind == nopal::ArgumentKind::field_readwrite) {
      return *this = *this / value;
    }
    double operator=(const Target& other) const requires(kind == nopal::ArgumentKind::field_readwrite) {
      return *this = static_cast<double>(other);
    }
    Target(const Checked* owner, const nopal::Index& point) : accessor(owner), at(point) {}
    Target(const Target&) = default;
  };

  auto operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    const nopal::Index at{static_cast<long>(i), static_cast<long>(j), static_cast<long>(k)};
    if constexpr (kind == nopal::ArgumentKind::field_read)
      return static_cast<double>(origin()[checker->read(field, at)]);
    else
      return Target(this, at);
  }
};

/// What accessors of the recording version share: the point and who is told.
struct Recording {
  nopal::AccessRecorder* recorder;
  nopal::Index point{0, 0, 0};

  void record(int field, const nopal::Index& at, bool write) const {
    recorder->record({field, {at[0] - point[0], at[1] - point[1], at[2] - point[2]}, write});
  }
};

/// A field of the recording version: every read gives 1, writes go nowhere.
template <nopal::ArgumentKind kind> struct Recorded {
  const Recording* recording;
  int field;

  struct Target {
    const Recorded* accessor;
    nopal::Index at;

    operator double() const {
      accessor->recording->record(accessor->field, at, false);
      return 1;
    }
    double operator=(double value) const {
      accessor->recording->record(accessor->field, at, true);
      return value;
    }
    double operator+=(double value) const { return *this = *this + value; }
    double operator-=(double value) const { return *this = *this - value; }
    double operator*=(double value) const { return *this = *this * value; }
    double operator/=(double value) const { return *this = *this / value; }
    double operator=(const Target& other) const { return *this = static_cast<double>(other); }
    Target(const Recorded* owner, const nopal::Index& point) : accessor(owner), at(point) {}
    Target(const Target&) = default;
  };

  auto operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    const Target target(this, nopal::Index{static_cast<long>(i), static_cast<long>(j), static_cast<long>(k)});
    if constexpr (kind == nopal::ArgumentKind::field_read)
      return static_cast<double>(target);
    else
      return target;
  }
};

} // namespace nopal_dialect
