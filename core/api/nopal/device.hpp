#pragma once
// The device API. A device plugin includes no other header of nopal.

#include "core/base/error.hpp"
#include "core/device/clock_offset.hpp"
#include "core/device/command_faults.hpp"
#include "core/device/device_plugin.hpp"
#include "core/device/queued_device.hpp"
#include "core/device/shortage.hpp"
#include "core/grid/pack.hpp"
#include "core/host/blocks.hpp"
#include "core/host/built_in.hpp"
#include "core/kernel_cache/kernel_cache.hpp"
#include "core/kernels/device_launch.hpp"
#include "core/thorn/registration.hpp"
#include "core/variables/poison_word.hpp"
