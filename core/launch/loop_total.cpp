#include "core/launch/loop_total.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nopal {

void LoopTotal::clear() {
  const bool least = access == Access::minimum;
  sum = {};
  nan = false;
  real = least ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  integer = least ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

void LoopTotal::add(std::span<const double> values) {
  if (access == Access::increment) return sum.add(values);
  for (const double value : values) {
    nan = nan || std::isnan(value);
    real = access == Access::minimum ? std::fmin(real, value) : std::fmax(real, value);
  }
}

void LoopTotal::add(std::span<const std::int64_t> values) {
  for (const std::int64_t value : values) {
    if (access == Access::increment)
      sum.add_integer(value);
    else
      integer = access == Access::minimum ? std::min(integer, value) : std::max(integer, value);
  }
}

void LoopTotal::merge(const LoopTotal& other) {
  const bool least = access == Access::minimum;
  sum.add(other.sum);
  nan = nan || other.nan;
  real = least ? std::fmin(real, other.real) : std::fmax(real, other.real);
  integer = least ? std::min(integer, other.integer) : std::max(integer, other.integer);
}

MomentsWanted LoopTotal::moments_wanted() const {
  return {.extremes = access != Access::increment, .sum = access == Access::increment};
}

void LoopTotal::add(const Moments& moments) {
  NOPAL_ASSERT(access == Access::increment || !is_integer); // devices find no extremes of integers
  LoopTotal other = *this;
  other.clear();
  other.sum = moments.sum;
  other.nan = moments.nan;
  other.real = access == Access::minimum ? moments.min : moments.max;
  merge(other);
}

} // namespace nopal
