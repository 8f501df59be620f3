#pragma once
// The airfoil case written by hand, for comparison with kernels over sets: inviscid flow, cell by cell, q = (density,
// two momenta, energy). An iteration is two passes of: adt of each cell, fluxes through edges, update. All ways compute
// the same formulas; they add increments in different orders. The files are compiled for this machine.

#include "bench/sets/read_mesh.hpp"

#include <memory>
#include <vector>

namespace bench {

class Airfoil {
public:
  Airfoil() = default;
  virtual ~Airfoil() = default;
  Airfoil(const Airfoil&) = delete;
  Airfoil& operator=(const Airfoil&) = delete;

  /// Makes the flow the free stream, with which it begins.
  virtual void restart() = 0;
  /// Computes `iterations`, at least one. Returns the rms of the last one.
  virtual double iterate(long iterations) = 0;
  /// Returns the q of all cells, in the order of the mesh that was given.
  virtual std::vector<double> flow() const = 0;
};

/// Plain loops of one thread over the sets, in the order of the mesh.
std::unique_ptr<Airfoil> airfoil_in_order(const Mesh& mesh, int threads);

// These renumber the mesh, and store with q of a cell what its neighbours need of it.

/// Blocks of edges. Threads share out the blocks of one colour, which have no cell in common.
std::unique_ptr<Airfoil> airfoil_coloured(const Mesh& mesh, int threads);
/// Each thread owns a range of cells. It computes all edges of them, and adds to its own cells only.
std::unique_ptr<Airfoil> airfoil_owned(const Mesh& mesh, int threads);
/// Each cell sums over its four sides, as vectors, and is updated at once. Each flux is computed twice.
std::unique_ptr<Airfoil> airfoil_gathered(const Mesh& mesh, int threads);

struct Way {
  const char* name;
  std::unique_ptr<Airfoil> (*make)(const Mesh& mesh, int threads);
  bool threaded;
};
inline constexpr Way airfoil_ways[] = {{"in order", airfoil_in_order, false},
                                       {"coloured", airfoil_coloured, true},
                                       {"owned", airfoil_owned, true},
                                       {"gathered", airfoil_gathered, true}};

} // namespace bench
