#pragma once
// The epochs of a run on the host, before it runs.

#include "driver/setup/run_description.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// Epochs up to one that something ends.
struct EpochSequence {
  std::int64_t first = 1;     ///< the first iteration
  std::vector<int> lengths{}; ///< iterations of each epoch; 1 alone: an iteration that is part of no epoch
  int times = 1;              ///< how often the same lengths with the same end follow each other
  std::string end{};          ///< what ends them. Empty: they are the last ones that the plan looks at

  bool has_epochs() const { return lengths.front() > 1; }
  std::int64_t last() const; ///< the last iteration
};

struct EpochsPlan {
  std::string why_none{};                 ///< why the run has no epochs; empty: it may have some
  int most = 1;                           ///< iterations of an epoch at most
  bool run_chooses = false;               ///< the run may choose fewer iterations, or no epochs
  std::vector<EpochSequence> sequences{}; ///< in the order of the iterations, without gaps
  std::int64_t walked = 0;                ///< the last iteration that the plan looks at
  bool is_whole = false;                  ///< that is the end of the run
};

/// `with_device`: the data of the run are on a device.
EpochsPlan plan_epochs(const RunDescription& run, bool with_device);

/// Returns lines for `nopal plan`. Empty: driver.blocking_factor is 1, so nobody asks for epochs.
std::string epochs_text(const EpochsPlan& plan);

} // namespace nopal
