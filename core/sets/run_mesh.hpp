#pragma once
// The mesh of a run, as one process holds it.

#include "core/sets/local_mesh.hpp"
#include "core/sets/mesh_slices.hpp"
#include "core/sets/topology.hpp"

#include <string_view>

namespace nopal {

struct RunMesh {
  Topology topology;
  LocalMesh local;
  int processes = 1;
  ElementPositions positions{}; ///< kept only for a plan of loops, which is drawn

  /// Returns the part of a set that this process holds. The set must exist.
  const LocalSet& set(std::string_view full_name) const {
    return local.sets[static_cast<std::size_t>(*topology.find_set(full_name))];
  }
};

} // namespace nopal
