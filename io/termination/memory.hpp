#pragma once
// The values that change( ) compares with: those of the last look at the conditions. They are variables, so that
// checkpoints hold them.

#include "condition.hpp"

#include <optional>

namespace nopal::termination {

/// The extent of the arrays in the declaration.
constexpr long most_conditions = 64;

class Memory {
public:
  /// The routine of the call must declare that it reads and writes these variables.
  explicit Memory(Call& call)
      : values_(call.readwrite<double>("last_value")), quantities_(call.readwrite<std::int64_t>("last_quantity")) {}

  /// Replaces the last value of the n-th condition by `value` and returns the absolute difference. Empty: there was no
  /// last value, or the condition had another quantity.
  std::optional<double> change(long n, const Quantity& quantity, double value);

private:
  Field<double> values_;
  Field<std::int64_t> quantities_; ///< hash of the quantity's text
};

} // namespace nopal::termination
