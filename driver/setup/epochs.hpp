#pragma once
// Which epochs a run has.

#include "core/plan/epoch_maker.hpp"
#include "driver/setup/run_description.hpp"

#include <string>

namespace nopal {

/// Returns why a run has no epochs, whatever driver.blocking_factor is: "accelerator.guard looks at each routine after
/// its call". Empty: it may have some. `with_device`: the run has a device.
std::string why_no_epochs(const RunDescription& run, bool with_device);

/// The points of a process.
EpochPart epoch_part(const RunDescription& run, int rank);

/// `run` outlives the result.
EpochMaker epoch_maker(const RunDescription& run, EpochPlace place = EpochPlace::host);

/// Returns lines for `nopal plan`: the epochs of the run and what ends each of them. Epochs that repeat appear once.
/// Empty: driver.blocking_factor is 1.
std::string epochs_text(const RunDescription& run, bool with_device);

} // namespace nopal
