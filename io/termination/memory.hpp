#pragma once
// The values that change( ) compares with: those of the last look at the conditions. They are variables, so that
// checkpoints hold them.

#include "condition.hpp"

namespace nopal::termination {

/// The extent of the arrays in the declaration.
constexpr long most_conditions = 64;

class Memory {
public:
  /// The routine of the call must declare that it reads and writes these variables.
  explicit Memory(Call& call)
      : values_(call.readwrite<double>("last_value")), integers_(call.readwrite<std::int64_t>("last_integer")),
        quantities_(call.readwrite<std::int64_t>("last_quantity")) {}

  /// Replaces the last value of the n-th condition by `value` and returns the absolute difference. There is none if
  /// there was no last value, if the condition had another quantity, or if `value` is none.
  Reduced change(long n, const Quantity& quantity, const Reduced& value);

private:
  Int128 last_integer(long n) const;
  void keep_integer(long n, Int128 value);

  Field<double> values_;
  Field<std::int64_t> integers_;   ///< the lower and the upper half of values that are integers
  Field<std::int64_t> quantities_; ///< hash of the quantity's text; 0: there is no value
};

} // namespace nopal::termination
