#pragma once
// Whole meshes of tests as the processes of a run hold them.

#include "core/sets/run_mesh.hpp"
#include "tests/support/whole_mesh.hpp"

#include <utility>
#include <vector>

namespace nopal::test {

/// The parts of a whole mesh, as the processes of a run hold them.
inline std::vector<RunMesh> run_meshes(const WholeMesh& mesh, const WholeOwners& owners, int processes) {
  std::vector<RunMesh> result;
  for (LocalMesh& local : build_all(mesh, owners, processes))
    result.push_back({mesh.topology, std::move(local), processes});
  return result;
}

/// One process owns everything.
inline WholeOwners one_owner(const WholeMesh& mesh) {
  WholeOwners owners;
  for (const std::int64_t size : mesh.sizes) owners.emplace_back(size, 0);
  return owners;
}

} // namespace nopal::test
