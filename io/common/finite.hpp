#pragma once
// Finds values that are not finite among those that an output thorn writes, and tells the driver.

#include "io/common/number_text.hpp"

#include <nopal/thorn.hpp>

#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nopal::common {

/// What a value becomes in the file.
enum class Precision {
  full,
  single, ///< a float: magnitudes from 2^128 - 2^103 on become infinite
};

/// Returns the position of the first value that is NaN or infinite in the file. Empty: all are finite.
std::optional<std::size_t> first_not_finite(std::span<const double> values, Precision precision = Precision::full);

/// The values as reals: of a complex number its two parts, of integers, which are always finite, nothing.
inline std::span<const double> reals_of(std::span<const double> values) { return values; }
inline std::span<const double> reals_of(std::span<const std::complex<double>> values) {
  return {reinterpret_cast<const double*>(values.data()), 2 * values.size()};
}
inline std::span<const double> reals_of(std::span<const std::int64_t>) { return {}; }

/// What an output thorn says about the values of one slot.
class NotFiniteIn {
public:
  /// `thorn` writes the output. The arguments must outlive this object.
  NotFiniteIn(const Call& call, Slot slot, const char* thorn) : call_(call), slot_(slot), thorn_(thorn) {}

  /// Looks at all values of a box of grid points or of an array's elements, i fastest.
  template <class T> void look(std::span<const T> values, const Box& box) const {
    look(reals_of(values), parts<T>, box);
  }
  /// Looks at a single value, such as that of a scalar.
  template <class T> void look(const T& value) const {
    if (const auto parts = reals_of(std::span(&value, 1)); first_not_finite(parts)) tell(value_text(parts));
  }

  /// A grid point or an element of an array has this value.
  void at_point(const Index& point, const std::string& value) const;
  /// A component of an element (its global number) of a set has this value.
  void at_element(std::int64_t element, int component, const std::string& value) const;
  /// `what`: the value and where it is, in words.
  void tell(const std::string& what, std::int64_t place = NotFinite::no_place) const;

private:
  template <class T> static constexpr int parts = std::is_same_v<T, std::complex<double>> ? 2 : 1;
  void look(std::span<const double> reals, int parts, const Box& box) const;
  const Group& group() const { return call_.services().variables().group_of(slot_.variable); }

  const Call& call_;
  Slot slot_;
  const char* thorn_;
};

} // namespace nopal::common
