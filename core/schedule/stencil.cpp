#include "core/schedule/stencil.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace nopal {

std::optional<Extent> Stencil::computed(int s) const {
  const auto phase =
      std::find_if(phases.begin(), phases.end(), [s](const StencilPhase& each) { return s < each.last; });
  NOPAL_ASSERT(phase != phases.end() && phase->first <= s);
  return phase->propagation.stages[s - phase->first];
}

std::vector<long> splitter_positions(const Stencil& stencil, const Parameters& parameters, const Domain& domain) {
  const long bottom = domain.interior().lower[2], top = domain.interior().upper[2];
  std::vector<long> positions{bottom};
  for (const std::string& points : stencil.splitter_points) positions.push_back(bottom + parameters.integer(points));
  positions.push_back(top);
  return positions;
}

} // namespace nopal
