#include "core/launch/trial.hpp"

#include <algorithm>

namespace nopal {

std::string to_string(StencilWay way) { return way == StencilWay::stages ? "stages" : "tiles"; }

std::optional<StencilWay> stencil_way(const std::string& word) {
  for (const StencilWay way : {StencilWay::stages, StencilWay::tiles})
    if (word == to_string(way)) return way;
  return std::nullopt;
}

void Trial::add(double seconds) {
  if (is_over()) return;
  double& best = best_[static_cast<std::size_t>(next())];
  const bool counts = n_calls_ >= n_ways();
  if (counts && (best < 0 || seconds < best)) best = seconds;
  if (++n_calls_ < n_ways() * calls_) return;
  const auto fastest = std::ranges::min_element(best_);
  decided_ = *fastest * margin < best_.front() ? static_cast<int>(fastest - best_.begin()) : 0;
}

} // namespace nopal
