#pragma once
// What change( ) compares with: values from the last time that conditions were looked at. They are variables, so that
// a checkpoint has them.

#include "condition.hpp"

#include <optional>

namespace nopal::termination {

/// The extent of the arrays in the declaration.
constexpr long most_conditions = 64;

class Memory {
public:
  /// The routine declares that it reads and writes them.
  explicit Memory(Call& call)
      : values_(call.readwrite<double>("last_value")), quantities_(call.readwrite<std::int64_t>("last_quantity")) {}

  /// By how much `value` differs from the last one of the n-th condition, which it replaces; nothing where that
  /// condition was on another quantity, or there was none.
  std::optional<double> change(long n, const Quantity& quantity, double value);

private:
  Field<double> values_;
  Field<std::int64_t> quantities_; ///< hash of the quantity's text
};

} // namespace nopal::termination
