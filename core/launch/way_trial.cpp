#include "core/launch/way_trial.hpp"

namespace nopal {

std::string to_string(StencilWay way) { return way == StencilWay::stages ? "stages" : "tiles"; }

std::optional<StencilWay> stencil_way(const std::string& word) {
  for (const StencilWay way : {StencilWay::stages, StencilWay::tiles})
    if (word == to_string(way)) return way;
  return std::nullopt;
}

void WayTrial::add(double seconds) {
  if (is_over()) return;
  double& best = best_[static_cast<std::size_t>(next())];
  const bool counts = n_calls_ >= 2;
  if (counts && (best < 0 || seconds < best)) best = seconds;
  if (++n_calls_ == 2 * calls_of_each) decided_ = best_[1] < best_[0] ? StencilWay::tiles : StencilWay::stages;
}

} // namespace nopal
