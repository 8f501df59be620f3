#pragma once
// The part of an icosahedral grid that one process holds, as whole lines. This code does not use MPI.

#include "core/sets/local_mesh.hpp"
#include "core/sets/mesh_rules.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace nopal {

/// A line that a process executes.
struct ExecutedLine {
  bool late = false; ///< one of its elements needs a ghost
  /// The number of a set and a line of it, for each target through a map by rule that loops increment through.
  std::vector<std::pair<int, std::int64_t>> incremented{};
};

/// Returns which lines have to wait: the late ones, and those that share a target with a line before them that has to
/// wait. `adds_by_table`: loops also increment through a table. Then all lines after the first late one wait, because
/// the table may lead them to the same target.
std::vector<bool> waiting_lines(const std::vector<ExecutedLine>& lines, bool adds_by_table);

/// Returns the rows of a map by rule for the executed elements of `from`. The local numbers of both sets form whole
/// lines.
LineRows local_lines(const OnRhombus& from_grid, const LocalSet& from, const OnRhombus& to_grid, const LocalSet& to);

} // namespace nopal
