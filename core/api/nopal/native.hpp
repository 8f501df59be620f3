#pragma once
// For functions with `device: true` that use the device's own API: its pointers, its queue.

#include "core/device/device.hpp"
