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

std::optional<double> Memory::change(long n, const Quantity& quantity, double value) {
  const std::int64_t identity = hash(quantity.text());
  const bool known = quantities_(n) == identity;
  const double last = values_(n);
  values_(n) = value;
  quantities_(n) = identity;
  return known ? std::optional(std::fabs(value - last)) : std::nullopt;
}

} // namespace nopal::termination

NOPAL_FUNCTION(forget) {
  const auto values = call.write<double>("last_value");
  const auto quantities = call.write<std::int64_t>("last_quantity");
  for (long n = 0; n < nopal::termination::most_conditions; ++n) {
    values(n) = 0;
    quantities(n) = 0;
  }
}
