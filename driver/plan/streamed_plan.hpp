#pragma once
// The passes of a run whose data stream through the device, before it runs.

#include "core/device/counters.hpp"
#include "driver/setup/block_size.hpp"
#include "driver/setup/run_description.hpp"
#include "driver/setup/streaming.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace nopal {

/// Passes that are alike.
struct PlannedPass {
  std::string what;       ///< "epoch of 4 iterations of wavetoy::evolve", "wavetoy::energy_density"
  std::int64_t times = 0; ///< in the iterations that the plan walks
  long block_size = 0;    ///< layers
  long blocks = 0;
  std::size_t bytes = 0; ///< that its windows take on the device
  Counters copies{};     ///< of one pass
};

struct StreamedPlan {
  /// A pass that begins with an iteration.
  struct Use {
    std::int64_t iteration = 0;
    std::size_t pass = 0; ///< index in `passes`
  };
  std::vector<PlannedPass> passes; ///< in the order in which they first occur
  std::vector<Use> order;          ///< of all passes
  std::set<std::string> unknown;   ///< conditions on variables; the plan leaves out their items
  std::int64_t walked = 0;         ///< the last iteration that the plan walks
  bool is_whole = false;           ///< walked to the end of the run
  bool is_exact = false;           ///< accelerator.blocking_factor and block_size are given, so the run chooses nothing
};

/// Plans the passes of a rank. Throws Error if a pass does not fit into the memory that the run may use.
StreamedPlan plan_passes(const RunDescription& run, int rank, const WindowLimits& limits);

/// Returns "2 transfers, 160 bytes payload, 192 bytes moved".
std::string count_text(const TransferCount& count);

/// Returns lines for `nopal plan`.
std::string passes_text(const StreamedPlan& plan);

} // namespace nopal
