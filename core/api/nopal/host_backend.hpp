#pragma once
// The host backend API: all that the plugin of a host backend may include of nopal.

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/host/block_failure.hpp"
#include "core/host/block_memory.hpp"
#include "core/host/host_backend.hpp"
#include "core/thorn/registration.hpp"
