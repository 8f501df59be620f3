#pragma once
// The result of a reduction.

#include "core/reductions/integer_sum.hpp"

#include <limits>
#include <optional>

namespace nopal {

/// The result of a reduction. Of no values, sums and norms are 0, and the least, the largest and the average have no
/// value.
struct Reduced {
  /// The result; NaN if there is none. An exact result that is an integer is rounded to the nearest double here.
  double real = std::numeric_limits<double>::quiet_NaN();
  /// min, max, sum and norm_inf of integers are exact integers. Other results, and those without a value, have none.
  std::optional<Int128> integer{};
  bool none = false; ///< there is no value, because it is the min, max or average of no values
};

} // namespace nopal
