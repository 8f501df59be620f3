#pragma once
// Whether the blocks of this run's block kernels fit what runs them.

#include "core/declarations/thorn.hpp"
#include "core/device/device_plugin.hpp"
#include "core/host/host_backend.hpp"
#include "core/kernels/block_limits.hpp"
#include "driver/setup/context.hpp"

namespace nopal {

BlockPlace block_place(const BackendTraits& host);
/// plugin: how users call it.
BlockPlace block_place(const std::string& plugin, const DeviceDescription& device);

/// Collective. Throws Error, the same on all ranks, that says for each kernel that does not fit what it asks for, the
/// limit, and which backends of this machine would do.
void check_blocks(const RunDescription& run, const Context& context);

} // namespace nopal
