#pragma once
// The thorn API: the header of nopal for a thorn's C++ functions.

#include "core/base/comparison.hpp"
#include "core/base/error.hpp"
#include "core/base/suggest.hpp"
#include "core/base/text.hpp"
#include "core/files/disk.hpp"
#include "core/files/existing_file.hpp"
#include "core/grid/images.hpp"
#include "core/grid/nearest.hpp"
#include "core/grid/point_set.hpp"
#include "core/maths/maths.hpp"
#include "core/thorn/call.hpp"
#include "core/thorn/mesh_maker.hpp"
#include "core/thorn/registration.hpp"
