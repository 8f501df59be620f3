#pragma once
// Checks that the blocks of the block kernels fit the device and the host backend.

#include "core/declarations/thorn.hpp"
#include "core/device/device_plugin.hpp"
#include "core/host/host_backend.hpp"
#include "core/kernels/block_limits.hpp"
#include "driver/setup/context.hpp"

namespace nopal {

/// These two return the name and the limits of a host backend or a device.
BlockPlace block_place(const BackendTraits& host);
/// `plugin` is the name of the device plugin.
BlockPlace block_place(const std::string& plugin, const DeviceDescription& device);

/// Collective. Throws the same Error on all ranks if a kernel does not fit. The text names, for each such kernel, the
/// size of its block, the limit, and the backends of this machine that the kernel fits.
void check_blocks(const RunDescription& run, const Context& context);

} // namespace nopal
