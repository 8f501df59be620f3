#include "scale.hpp"

#include <nopal/thorn.hpp>

#include <algorithm>
#include <cmath>

namespace nopal::slices {

namespace {

using Range = std::array<double, 2>;
constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

Range linear_range(const Extremes& extremes) {
  if (!extremes.any_finite()) return {0, 1};
  const double value = extremes.min;
  if (value < extremes.max) return {value, extremes.max};
  const double margin = value == 0 ? 1 : std::max(std::abs(value) / 10, 16 * smallest);
  return {std::max(value - margin, -largest), std::min(value + margin, largest)};
}

Range logarithmic_range(const Extremes& extremes) {
  const double value = extremes.min_positive;
  if (!std::isfinite(value)) return {1, 10};
  if (value < extremes.max) return {value, extremes.max};
  return {std::max(value / 3, smallest), std::min(value * 3, largest)};
}

Range symmetric_range(const Extremes& extremes) {
  const double most = extremes.any_finite() ? std::max(std::abs(extremes.min), std::abs(extremes.max)) : 0;
  return most > 0 ? Range{-most, most} : Range{-1, 1};
}

Range range_of(ScaleKind kind, const Extremes& extremes) {
  switch (kind) {
  case ScaleKind::linear:
    return linear_range(extremes);
  case ScaleKind::logarithmic:
    return logarithmic_range(extremes);
  case ScaleKind::symmetric:
    return symmetric_range(extremes);
  }
  return {0, 1};
}

} // namespace

void Extremes::add(double value) {
  if (!std::isfinite(value)) {
    ++not_finite;
    return;
  }
  value += 0.0; // -0 becomes 0, so that the result does not depend on the order of values
  min = std::min(min, value);
  max = std::max(max, value);
  if (value > 0)
    min_positive = std::min(min_positive, value);
  else
    ++not_positive;
}

ScaleKind scale_kind(std::string_view name) {
  if (name == "logarithmic") return ScaleKind::logarithmic;
  if (name == "symmetric") return ScaleKind::symmetric;
  return ScaleKind::linear;
}

Scale::Scale(ScaleKind kind, const std::optional<Range>& range, const Extremes& extremes) : kind_(kind) {
  const Range chosen = range ? *range : range_of(kind, extremes);
  low_ = chosen[0];
  high_ = chosen[1];
}

double Scale::position(double value) const {
  if (value <= low_) return 0;
  if (value >= high_) return 1;
  if (kind_ == ScaleKind::logarithmic)
    return std::isfinite(high_ / low_) ? nopal::maths::log(value / low_) / nopal::maths::log(high_ / low_)
                                       : (nopal::maths::log(value) - nopal::maths::log(low_)) /
                                             (nopal::maths::log(high_) - nopal::maths::log(low_));
  if (std::isfinite(high_ - low_)) return (value - low_) / (high_ - low_);
  return (value / 2 - low_ / 2) / (high_ / 2 - low_ / 2);
}

Shade Scale::shade(double value) const {
  if (!std::isfinite(value)) return not_finite;
  if (kind_ == ScaleKind::logarithmic && value <= 0) return not_positive;
  return static_cast<Shade>(std::min(static_cast<int>(position(value) * n_shades), n_shades - 1));
}

} // namespace nopal::slices
