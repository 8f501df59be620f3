#include "core/plan/period.hpp"

#include <algorithm>
#include <numeric>

namespace nopal {

std::int64_t common_period(const PlanInput& input) {
  std::vector<std::int64_t> periods = input.schedule->periods();
  if (input.settings.copy_back_every > 0) periods.push_back(input.settings.copy_back_every);
  std::int64_t common = 1;
  for (const std::int64_t period : periods) {
    common = std::lcm(common, std::min(period, most_iterations + 1));
    if (common > most_iterations) return 0;
  }
  return common;
}

} // namespace nopal
