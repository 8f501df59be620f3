#pragma once
// Synchronises variables: fills ghost zones from their owners.

#include "core/accelerator/accelerator.hpp"
#include "driver/exchange/ghost_exchange.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Synchronises timelevel 0 of the variables. `cause` names the item or function that asks for it. Collective.
inline void synchronise(Accelerator& accelerator, GhostExchange& exchange, const std::vector<int>& variables,
                        const std::string& cause) {
  exchange.exchange(accelerator.pre_sync(variables, cause), cause);
  accelerator.post_sync();
}

} // namespace nopal
