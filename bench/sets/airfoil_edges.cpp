// Loops over edges that add to both cells, on a renumbered mesh.

#include "bench/sets/airfoil_by_hand.hpp"
#include "bench/sets/airfoil_formulas.hpp"
#include "bench/sets/huge.hpp"
#include "bench/sets/renumber.hpp"
#include "core/base/error.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace bench {

namespace {

using namespace airfoil;

struct Edge {
  int a, b, from, to; ///< cells and nodes
};

struct Range {
  long begin, end;
};

/// What loops over edges share. Each thread updates a range of cells.
class Edges : public Airfoil {
public:
  Edges(const Mesh& mesh, int threads)
      : renumbered_(renumbered(mesh)), mesh_(renumbered_.mesh), threads_(threads), states_(mesh.cells),
        old_(4 * mesh.cells), res_(4 * mesh.cells) {
    for (int n = 0; n < 4; ++n) far_.q[n] = free_stream()[n];
    far_.p = far_.volume = 1.0;
    Edges::restart();
  }

  void restart() override {
    for (long cell = 0; cell < mesh_.cells; ++cell) {
      states_[cell] = far_;
      complete(states_[cell], &mesh_.cell_nodes[4 * cell], mesh_.x.data());
    }
    std::fill(res_.begin(), res_.end(), 0.0);
  }
  double iterate(long iterations) override {
    double rms = 0;
#pragma omp parallel num_threads(threads_) reduction(+ : rms)
    for (long n = 0; n < iterations; ++n) {
      const int thread = omp_get_thread_num();
      for (int pass = 0; pass < 2; ++pass) {
        add_fluxes(thread);
        add_boundary_fluxes(thread);
#pragma omp barrier
        rms = pass == 0 ? update<0>(thread) : update<1>(thread);
#pragma omp barrier
      }
    }
    return std::sqrt(rms / static_cast<double>(mesh_.cells));
  }
  std::vector<double> flow() const override {
    std::vector<double> q(static_cast<std::size_t>(4 * mesh_.cells));
    for (long cell = 0; cell < mesh_.cells; ++cell)
      std::copy_n(states_[cell].q, 4, q.begin() + 4L * renumbered_.old_cell[cell]);
    return q;
  }

protected:
  /// Adds the fluxes of all inner edges to the thread's cells at least. Calls barriers if others add to them, too.
  virtual void add_fluxes(int thread) = 0;

  Range own_cells(int thread) const { return {mesh_.cells * thread / threads_, mesh_.cells * (thread + 1) / threads_}; }
  Edge edge(long number) const {
    const int *cells = &mesh_.edge_cells[2 * number], *nodes = &mesh_.edge_nodes[2 * number];
    return {cells[0], cells[1], nodes[1], nodes[0]};
  }
  Flux flux(const Edge& edge) const {
    const double *from = &mesh_.x[2 * edge.from], *to = &mesh_.x[2 * edge.to];
    const State &a = states_[edge.a], &b = states_[edge.b];
    return flux_between(a, b, b.adt, to[0] - from[0], to[1] - from[1]);
  }
  void add(int cell, double sign, const Flux& flux) {
    for (int n = 0; n < 4; ++n) res_[4L * cell + n] += sign * flux[n];
  }

  const Renumbered renumbered_;
  const Mesh& mesh_;
  const int threads_;

private:
  void add_boundary_fluxes(int thread) {
    const Range own = own_cells(thread);
    const auto& cells = mesh_.bedge_cell; // in order
    const auto first = std::lower_bound(cells.begin(), cells.end(), own.begin) - cells.begin();
    for (long n = first; n < mesh_.bedges && cells[n] < own.end; ++n) {
      const double *from = &mesh_.x[2 * mesh_.bedge_nodes[2 * n + 1]], *to = &mesh_.x[2 * mesh_.bedge_nodes[2 * n]];
      const double dx = to[0] - from[0], dy = to[1] - from[1];
      const State& a = states_[cells[n]];
      add(cells[n], 1.0,
          mesh_.bedge_bound[n] == Mesh::wall ? flux_to_wall(a, dx, dy) : flux_between(a, far_, a.adt, dx, dy));
    }
  }

  template <int pass> double update(int thread) {
    const Range own = own_cells(thread);
    double rms = 0;
    for (long cell = own.begin; cell < own.end; ++cell) {
      State& state = states_[cell];
      const double factor = 1.0 / state.adt;
      for (int n = 0; n < 4; ++n) {
        double &old = old_[4 * cell + n], &res = res_[4 * cell + n];
        if (pass == 0) old = state.q[n];
        const double change = factor * res;
        state.q[n] = old - change;
        res = 0;
        rms += change * change;
      }
      complete(state, &mesh_.cell_nodes[4 * cell], mesh_.x.data());
    }
    return rms;
  }

  State far_{};
  Huge<State> states_;
  Huge<double> old_, res_;
};

/// Blocks of edges that follow each other, by colour.
class Coloured : public Edges {
public:
  Coloured(const Mesh& mesh, int threads) : Edges(mesh, threads) {
    const long blocks = (mesh.edges + block_size - 1) / block_size;
    std::vector<std::uint64_t> used(static_cast<std::size_t>(mesh.cells)); // a bit for each colour of a cell's blocks
    std::vector<std::vector<long>> blocks_of;
    for (long block = 0; block < blocks; ++block) {
      const auto colour = static_cast<std::size_t>(give_colour(edges_of(block), used));
      if (colour >= blocks_of.size()) blocks_of.resize(colour + 1);
      blocks_of[colour].push_back(block);
    }
    for (const auto& blocks_of_colour : blocks_of) {
      const auto begin = static_cast<long>(edges_.size());
      for (const long block : blocks_of_colour)
        for (long n = edges_of(block).begin; n < edges_of(block).end; ++n) edges_.push_back(edge(n));
      colours_.push_back({begin, static_cast<long>(edges_.size())});
    }
  }

private:
  static constexpr long block_size = 1024;

  Range edges_of(long block) const { return {block * block_size, std::min(mesh_.edges, (block + 1) * block_size)}; }
  /// Returns the lowest colour that no block has that touches one of the same cells.
  int give_colour(const Range& edges, std::vector<std::uint64_t>& used) const {
    std::uint64_t taken = 0;
    for (long n = 2 * edges.begin; n < 2 * edges.end; ++n) taken |= used[mesh_.edge_cells[n]];
    const int colour = std::countr_one(taken);
    if (colour == 64) throw nopal::Error("the blocks of edges need more than 64 colours");
    for (long n = 2 * edges.begin; n < 2 * edges.end; ++n) used[mesh_.edge_cells[n]] |= std::uint64_t{1} << colour;
    return colour;
  }

  // Only the last block of the mesh can be shorter, and it is the last one of its colour.
  void add_fluxes(int thread) override {
    for (const Range& colour : colours_) {
      const long blocks = (colour.end - colour.begin + block_size - 1) / block_size;
      const long begin = colour.begin + blocks * thread / threads_ * block_size;
      const long end = std::min(colour.end, colour.begin + blocks * (thread + 1) / threads_ * block_size);
      for (long n = begin; n < end; ++n) {
        const Flux f = flux(edges_[n]);
        add(edges_[n].a, 1.0, f);
        add(edges_[n].b, -1.0, f);
      }
#pragma omp barrier
    }
  }

  std::vector<Edge> edges_; ///< by colour
  std::vector<Range> colours_;
};

/// Edges by the threads that own their cells. An edge between cells of two threads is computed by both.
class Owned : public Edges {
public:
  Owned(const Mesh& mesh, int threads) : Edges(mesh, threads), parts_(static_cast<std::size_t>(threads)) {
    std::vector<int> owner(static_cast<std::size_t>(mesh.cells));
    for (int thread = 0; thread < threads; ++thread)
      std::fill(owner.begin() + own_cells(thread).begin, owner.begin() + own_cells(thread).end, thread);
    for (long n = 0; n < mesh.edges; ++n) {
      const Edge each = edge(n);
      if (owner[each.a] == owner[each.b]) {
        parts_[owner[each.a]].both.push_back(each);
      } else {
        parts_[owner[each.a]].only_a.push_back(each);
        parts_[owner[each.b]].only_b.push_back(each);
      }
    }
  }

private:
  struct Part {
    std::vector<Edge> both, only_a, only_b; ///< which cells the thread owns
  };

  void add_fluxes(int thread) override {
    const Part& part = parts_[thread];
    for (const Edge& each : part.both) {
      const Flux f = flux(each);
      add(each.a, 1.0, f);
      add(each.b, -1.0, f);
    }
    for (const Edge& each : part.only_a) add(each.a, 1.0, flux(each));
    for (const Edge& each : part.only_b) add(each.b, -1.0, flux(each));
  }

  std::vector<Part> parts_;
};

} // namespace

std::unique_ptr<Airfoil> airfoil_coloured(const Mesh& mesh, int threads) {
  return std::make_unique<Coloured>(mesh, threads);
}
std::unique_ptr<Airfoil> airfoil_owned(const Mesh& mesh, int threads) { return std::make_unique<Owned>(mesh, threads); }

} // namespace bench
