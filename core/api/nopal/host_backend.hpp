#pragma once
// The host backend API. The plugin of a host backend includes no other header of nopal.

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/host/block_failure.hpp"
#include "core/host/block_memory.hpp"
#include "core/host/host_backend.hpp"
#include "core/thorn/registration.hpp"
