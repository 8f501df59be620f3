#pragma once
// The thorn API: all that a thorn's C++ functions may include of nopal.

#include "core/base/error.hpp"
#include "core/base/suggest.hpp"
#include "core/files/disk.hpp"
#include "core/grid/nearest.hpp"
#include "core/thorn/call.hpp"
#include "core/thorn/registration.hpp"
