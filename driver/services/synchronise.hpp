#pragma once
// A sync: ghost zones filled from their owners.

#include "core/accelerator/accelerator.hpp"
#include "driver/exchange/ghost_exchange.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Collective. Timelevel 0 of the variables; `cause` names who asked.
inline void synchronise(Accelerator& accelerator, GhostExchange& exchange, const std::vector<int>& variables,
                        const std::string& cause) {
  exchange.exchange(accelerator.pre_sync(variables, cause), cause);
  accelerator.post_sync();
}

} // namespace nopal
