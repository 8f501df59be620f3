#pragma once
// The part of an icosahedral grid that one process holds, as whole lines. This code does not use MPI.

#include "core/sets/local_mesh.hpp"
#include "core/sets/mesh_rules.hpp"

namespace nopal {

/// Returns the rows of a map by rule for the executed elements of `from`. The local numbers of both sets form whole
/// lines.
LineRows local_lines(const OnRhombus& from_grid, const LocalSet& from, const OnRhombus& to_grid, const LocalSet& to);

} // namespace nopal
