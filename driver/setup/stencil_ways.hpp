#pragma once
// How the stencils of a run are run: on its device stage by stage or tile by tile; on the host with all stages together
// or tile by tile, with one of some tile shapes.

#include "core/kernel_cache/key.hpp"
#include "core/kernels/stencil_kernel.hpp"
#include "core/launch/stencil_device.hpp"
#include "core/launch/stencil_host.hpp"
#include "core/schedule/routine.hpp"

#include <optional>
#include <string>

namespace nopal {

struct StencilWays {
  std::optional<StencilWay> way; ///< of all stencils; empty: trials choose
  std::string folder;            ///< where the results of trials are kept; empty: nowhere
  KernelKey device;              ///< the parts of their keys that name the device
};

/// Reads accelerator.stencils. A run that looks for poison runs stencils stage by stage, because poison in temporaries
/// of the grid's size shows reads of points that no stage has computed. `plugin`: the name of the device's plugin.
StencilWays stencil_ways(const Parameters& parameters, const std::string& plugin, const DeviceDescription& device);

/// Chooses the way of one stencil: the one that is given, the one that an earlier trial has found for this device and
/// these points, or a trial. `points`: what this rank computes. A trial logs its result and keeps it.
void choose_way(DeviceStencil& stencil, const Routine& routine, const StencilKernel* source, const Box& points,
                Device& device, const StencilWays& ways);

/// The same on the host: the way that an earlier trial has found for this processor, these points and so many threads,
/// or a trial. `source` may be null.
void choose_host_way(HostStencil& stencil, const Routine& routine, const StencilKernel* source, const Box& points,
                     int threads);

} // namespace nopal
