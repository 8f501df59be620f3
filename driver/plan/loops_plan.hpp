#pragma once
// The plans of a run's loops over sets: blocks, colours, and what blocks load.

#include "core/sets/loop_plan.hpp"
#include "driver/setup/run_description.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// A loop of this process, as a plan cuts it into blocks.
struct PlannedLoop {
  std::string routine;       ///< "airfoil::flux_1"
  std::string set;           ///< "airfoil::edges"
  std::int64_t elements = 0; ///< that this process executes
  PlanStatistics statistics; ///< of blocks, colours and reuse
  PlanBytes bytes;           ///< of what the loop uses through maps, in bytes
  bool uses_maps = false;    ///< else there is nothing to reuse
  /// If the loop uses maps and its elements are listed (most_listed): their global numbers in the order of execution,
  /// and their colours inside of their blocks. Block b has the places b * block_size and following of this order.
  std::vector<std::int64_t> order;
  std::vector<std::int32_t> element_colours;
  std::vector<std::int32_t> block_colours; ///< by block
};

/// Where the elements of the sets lie, as far as the mesh has positions.
struct MeshPlaces {
  /// Those of a set from which a map leads to the set with positions: the first such map.
  struct Corners {
    std::string set, map;
    std::vector<std::vector<std::int64_t>> rows; ///< targets by global numbers
  };

  std::string set;            ///< that has positions; empty: there are none, or they are not listed
  int dimension = 0;          ///< of the positions
  std::vector<double> values; ///< by global number, coordinate by coordinate
  std::vector<Corners> corners;
};

/// Elements are listed if no set of the mesh has more than so many: pictures show no more, and texts would get long.
constexpr std::int64_t most_listed = 20000;

/// Returns the loops in the order of the schedule. `block_size`: elements of a block, at least 1. make_mesh() must have
/// made the mesh of the run.
std::vector<PlannedLoop> plan_loops(const RunDescription& run, std::int32_t block_size);

/// Returns the places of the elements of a mesh that one process holds. make_mesh() must have made it.
MeshPlaces mesh_places(const RunMesh& mesh);

/// Returns lines for `nopal plan --loops`: a table with one line for each loop.
std::string loops_text(const std::vector<PlannedLoop>& loops, std::int32_t block_size);

} // namespace nopal
