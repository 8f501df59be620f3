#pragma once
// The mesh of a run for functions of thorns, with MPI.

#include "core/sets/run_mesh.hpp"
#include "core/thorn/mesh_data.hpp"
#include "driver/services/collective_watch.hpp"

#include <mpi.h>

namespace nopal {

class MeshAccess final : public MeshData {
public:
  /// `mesh` and `watch` must outlive this object. `watch`: null if nobody compares what the ranks do.
  MeshAccess(MPI_Comm communicator, const RunMesh& mesh, CollectiveWatch* watch = nullptr)
      : communicator_(communicator), mesh_(mesh), watch_(watch) {}

  const Topology& topology() const override { return mesh_.topology; }
  const LocalSet& set(const std::string& name) const override;
  ElementBlocks blocks(const std::string& name) const override { return {set(name).global, mesh_.processes}; }
  std::vector<double> from_blocks(const std::string& set, int components, std::span<const double> block) override;
  std::vector<std::int64_t> from_blocks(const std::string& set, int components,
                                        std::span<const std::int64_t> block) override;
  std::vector<double> to_blocks(const std::string& set, int components, std::span<const double> owned) override;
  std::vector<std::int64_t> to_blocks(const std::string& set, int components,
                                      std::span<const std::int64_t> owned) override;
  MapTable owned_rows(const std::string& map) const override;

private:
  template <class T> std::vector<T> bring(const std::string& set, int components, std::span<const T> block) const;
  template <class T> std::vector<T> deal(const std::string& set, int components, std::span<const T> owned) const;

  MPI_Comm communicator_;
  const RunMesh& mesh_;
  CollectiveWatch* watch_;
};

} // namespace nopal
