#pragma once
// How the variables of a group lie in the memory of a rank.

#include "core/grid/decomposition.hpp"
#include "core/grid/layout.hpp"
#include "core/variables/variables.hpp"

namespace nopal {

/// Of a grid function: the rank's stored points; of an array or scalar, which every rank holds: the whole shape. Throws
/// Error for an array whose points cannot be counted.
Layout group_layout(const Group& group, const Decomposition& decomposition, int rank);

} // namespace nopal
