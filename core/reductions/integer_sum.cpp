#include "core/reductions/integer_sum.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace nopal {

std::string to_string(Int128 value) { return fmt::format("{}", value); }

std::optional<std::int64_t> to_int64(Int128 value) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (value < Limits::min() || value > Limits::max()) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

int compare(Int128 integer, double real) {
  constexpr double end = 0x1p127;
  if (real >= end) return -1;
  if (real < -end) return 1;
  const double whole = std::floor(real);
  const auto below = static_cast<Int128>(whole);
  if (integer != below) return integer < below ? -1 : 1;
  return whole < real ? -1 : 0;
}

} // namespace nopal
