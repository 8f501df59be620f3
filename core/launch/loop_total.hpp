#pragma once
// What the elements of a loop over a set give to a scalar.

#include "core/reductions/moments.hpp"
#include "core/variables/access.hpp"
#include "core/variables/slot.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace nopal {

/// What elements give to a scalar. The order of merges does not matter.
struct LoopTotal {
  Slot slot;
  Access access = Access::increment; ///< increment, minimum or maximum
  bool is_integer = false;
  std::optional<double> from; ///< counts in place of the scalar's value
  ExactSum sum;               ///< of an increment
  double real = 0;            ///< of a minimum or maximum of reals: infinite if there is no element
  bool nan = false;           ///< an element gave NaN to it
  std::int64_t integer = 0;   ///< of a minimum or maximum of integers

  /// Makes it the total of no elements.
  void clear();
  void add(std::span<const double> values);
  void add(std::span<const std::int64_t> values);
  void merge(const LoopTotal& other);
  /// The moments that the total follows from.
  MomentsWanted moments_wanted() const;
  /// Adds the elements that these moments are of.
  void add(const Moments& moments);
};

} // namespace nopal
