#pragma once
// Numbers about a distributed mesh, and their text for the log.

#include "core/sets/local_mesh.hpp"
#include "core/sets/topology.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

struct SetReport {
  std::int64_t elements = 0;
  std::int64_t least_owned = 0, most_owned = 0; ///< by one process
  std::int64_t execute_halo = 0;                ///< ghosts that processes execute: the sum over processes
  std::int64_t other_ghosts = 0;                ///< the sum over processes
  std::int64_t most_neighbours = 0;             ///< of one process
  bool operator==(const SetReport&) const = default;
};

struct MapReport {
  std::int64_t rows = 0;
  std::int64_t targets = 0;
  std::int64_t longest_row = 0;
  std::int64_t cut_rows = 0; ///< rows that lead from an element of one process to one of another: the partition's cut
  bool by_rule = false;
  std::int64_t bytes = 0; ///< that all processes together keep for its rows
  bool operator==(const MapReport&) const = default;
};

struct MeshReport {
  int processes = 1;
  std::vector<SetReport> sets; ///< by number of the set
  std::vector<MapReport> maps; ///< by number of the map
  bool operator==(const MeshReport&) const = default;
};

/// Collective. Returns the same numbers on all processes.
MeshReport mesh_report(MPI_Comm communicator, const Topology& topology, const LocalMesh& mesh);

/// Returns a line for each set and each map. With one process nothing is said about ghosts.
std::vector<std::string> report_lines(const Topology& topology, const MeshReport& report);

} // namespace nopal
