#include "memory.hpp"

#include <cmath>

namespace nopal::termination {

namespace {

/// Returns the FNV-1a hash, which is the same in each run. It is never 0, because 0 means that there is no quantity.
std::int64_t hash(const std::string& text) {
  std::uint64_t value = 14695981039346656037U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return static_cast<std::int64_t>(value | 1U);
}

} // namespace

Int128 Memory::last_integer(long n) const {
  return Int128{integers_(1, n)} * (Int128{1} << 64) + static_cast<std::uint64_t>(integers_(0, n));
}

void Memory::keep_integer(long n, Int128 value) {
  integers_(0, n) = static_cast<std::int64_t>(static_cast<std::uint64_t>(value));
  integers_(1, n) = static_cast<std::int64_t>(value >> 64);
}

Reduced Memory::change(long n, const Quantity& quantity, const Reduced& value) {
  const std::int64_t identity = hash(quantity.text());
  const bool known = quantities_(n) == identity && !value.none;
  Reduced change{.none = true};
  if (known && value.integer) {
    const Int128 difference = *value.integer - last_integer(n), size = difference < 0 ? -difference : difference;
    change = {.real = static_cast<double>(size), .integer = size};
  } else if (known) {
    change = {.real = std::fabs(value.real - values_(n))};
  }
  values_(n) = value.none ? 0 : value.real;
  keep_integer(n, value.integer.value_or(0));
  quantities_(n) = value.none ? 0 : identity;
  return change;
}

} // namespace nopal::termination

NOPAL_FUNCTION(forget) {
  const auto values = call.write<double>("last_value");
  const auto integers = call.write<std::int64_t>("last_integer");
  const auto quantities = call.write<std::int64_t>("last_quantity");
  for (long n = 0; n < nopal::termination::most_conditions; ++n) {
    values(n) = 0;
    integers(0, n) = integers(1, n) = 0;
    quantities(n) = 0;
  }
}
