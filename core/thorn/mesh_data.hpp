#pragma once
// The mesh of a run for functions of thorns: Services::mesh().

#include "core/sets/local_mesh.hpp"
#include "core/sets/mesh_slices.hpp"
#include "core/sets/topology.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nopal {

class MeshData {
public:
  virtual ~MeshData() = default;
  /// Returns the sets and maps that the active thorns declare.
  virtual const Topology& topology() const = 0;
  /// Returns the elements of a set (full name) on this process. Throws Error if there is no such set.
  virtual const LocalSet& set(const std::string& name) const = 0;
  /// Returns how the elements are dealt out to processes for input and output.
  virtual ElementBlocks blocks(const std::string& name) const = 0;
  /// Collective. Each process has the values of its block of the set, `components` for each element. Returns the values
  /// of the elements that this process owns, in the order of their local numbers.
  virtual std::vector<double> from_blocks(const std::string& set, int components, std::span<const double> block) = 0;
  virtual std::vector<std::int64_t> from_blocks(const std::string& set, int components,
                                                std::span<const std::int64_t> block) = 0;
  /// Collective, the other way: `owned` has the values of the elements that this process owns, in the order of their
  /// local numbers. Returns those of this process's block of the set, in the order of the global numbers.
  virtual std::vector<double> to_blocks(const std::string& set, int components, std::span<const double> owned) = 0;
  virtual std::vector<std::int64_t> to_blocks(const std::string& set, int components,
                                              std::span<const std::int64_t> owned) = 0;
  /// Returns the rows of a map (full name) for the elements that this process owns, in the order of their local
  /// numbers. Targets are global numbers. Throws Error if there is no such map.
  virtual MapTable owned_rows(const std::string& map) const = 0;
};

} // namespace nopal
