#pragma once
// From values to shades.

#include "colour_map.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace nopal::slices {

/// What the values of a plane are like.
struct Extremes {
  // Of the finite ones; infinite where there is none.
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double min_positive = std::numeric_limits<double>::infinity();
  std::int64_t not_finite = 0;   ///< points
  std::int64_t not_positive = 0; ///< points with finite values of 0 or less

  void add(double value);
  bool any_finite() const { return min <= max; }
};

enum class ScaleKind { linear, logarithmic, symmetric };
/// "linear", "logarithmic" or "symmetric"
ScaleKind scale_kind(std::string_view name);

/// The values from low() to high(), low() < high(), on 256 shades of the same width (of the logarithm, on a
/// logarithmic scale; there 0 < low()).
class Scale {
public:
  /// Without a range [low, high] it is that of the values: from -m to m on a symmetric scale. Where they are all the
  /// same, a range around them; where there are none, any.
  Scale(ScaleKind kind, const std::optional<std::array<double, 2>>& range, const Extremes& extremes);

  ScaleKind kind() const { return kind_; }
  double low() const { return low_; }
  double high() const { return high_; }
  /// 0 at low() and below, 1 at high() and above. The value is finite, and positive on a logarithmic scale.
  double position(double value) const;
  /// Of any value.
  Shade shade(double value) const;

private:
  ScaleKind kind_;
  double low_;
  double high_;
};

} // namespace nopal::slices
