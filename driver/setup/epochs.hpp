#pragma once
// Which epochs a run has.

#include "core/plan/epoch_maker.hpp"
#include "core/tiles/epoch_tiles.hpp"
#include "driver/setup/run_description.hpp"

#include <string>

namespace nopal {

/// Returns why a run has no epochs, whatever driver.blocking_factor is: "accelerator.guard looks at each routine after
/// its call". Empty: it may have some. `with_device`: the data of the run are on a device. `place`: where the epochs
/// would be computed.
std::string why_no_epochs(const RunDescription& run, bool with_device, EpochPlace place = EpochPlace::host);

/// Returns how many iterations an epoch has at most, if a plan can know it. 0: nopal chooses the number, there are no
/// epochs of several iterations on the host, or the run is too long or of unknown length.
int planned_factor(const RunDescription& run, EpochPlace place);

/// The points of a process.
EpochPart epoch_part(const Decomposition& decomposition, int rank);

/// Returns the bound kernel of a routine. `run` outlives the result.
std::function<const BoundKernel&(const Routine&)> kernels_of(const RunDescription& run);

/// `run` outlives the result.
EpochMaker epoch_maker(const RunDescription& run, EpochPlace place = EpochPlace::host);

/// What the tiles of the epochs of a process depend on. `threads` share them.
EpochTileDemand tile_demand(const RunDescription& run, int rank, int threads);

} // namespace nopal
