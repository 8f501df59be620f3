// Cells sum over their sides. The lanes of a vector are four cells that follow each other, so that their fluxes, their
// update and their new adt are one piece of work: nothing is stored but the state. A pass writes another array than it
// reads. It waits neither for the memory nor for single results, so the number of instructions counts.

#include "bench/sets/airfoil_by_hand.hpp"
#include "bench/sets/airfoil_formulas.hpp"
#include "bench/sets/huge.hpp"
#include "bench/sets/renumber.hpp"
#include "core/base/error.hpp"

#include <omp.h>

#include <algorithm>
#include <string>

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace bench {

namespace {

using namespace airfoil;

constexpr int lanes = 4;
using Vector4 = double __attribute__((vector_size(32)));
using Vector2 = double __attribute__((vector_size(16)));
using Mask4 = long __attribute__((vector_size(32)));

Vector4 load(const double* aligned) { return *reinterpret_cast<const Vector4*>(aligned); }
void store(double* aligned, Vector4 v) { *reinterpret_cast<Vector4*>(aligned) = v; }
Vector4 magnitude(Vector4 v) { return v < 0.0 ? -v : v; }

Vector4 root(Vector4 v) {
#if defined(__AVX__)
  return _mm256_sqrt_pd(v);
#else
  return {std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])};
#endif
}

/// Four vectors as rows of a matrix.
struct Matrix {
  Vector4 row[4];
};

inline Matrix transposed(const Matrix& m) {
  const Vector4 a = __builtin_shufflevector(m.row[0], m.row[1], 0, 4, 2, 6);
  const Vector4 b = __builtin_shufflevector(m.row[0], m.row[1], 1, 5, 3, 7);
  const Vector4 c = __builtin_shufflevector(m.row[2], m.row[3], 0, 4, 2, 6);
  const Vector4 d = __builtin_shufflevector(m.row[2], m.row[3], 1, 5, 3, 7);
  return {{__builtin_shufflevector(a, c, 0, 1, 4, 5), __builtin_shufflevector(b, d, 0, 1, 4, 5),
           __builtin_shufflevector(a, c, 2, 3, 6, 7), __builtin_shufflevector(b, d, 2, 3, 6, 7)}};
}

/// The states of four cells. `rest` is p, 1/density, adt, 1/adt.
struct States {
  Matrix q, rest;
};

inline States load(const State& a, const State& b, const State& c, const State& d) {
  return {transposed({{load(a.q), load(b.q), load(c.q), load(d.q)}}),
          transposed({{load(&a.p), load(&b.p), load(&c.p), load(&d.p)}})};
}
inline void store(State* states, const States& values) {
  const Matrix q = transposed(values.q), rest = transposed(values.rest);
  for (int n = 0; n < lanes; ++n) {
    store(states[n].q, q.row[n]);
    store(&states[n].p, rest.row[n]);
  }
}

/// The corners of four cells, and what is beyond the side from each corner to the next: a cell, for the far field a
/// ghost, for the wall the cell itself.
struct Block {
  int corner[4][lanes], beyond[4][lanes];
  int has_wall; ///< in any lane
};

/// (dx, dy) of the sides. (dy, -dx) points outwards.
struct Lengths {
  Lengths(const Block& block, const double* x) {
    Vector4 x_of[4], y_of[4];
    for (int n = 0; n < 4; ++n) {
      const auto point = [&](int lane) { return *reinterpret_cast<const Vector2*>(x + 2L * block.corner[n][lane]); };
      const Vector4 a = __builtin_shufflevector(point(0), point(2), 0, 1, 2, 3);
      const Vector4 b = __builtin_shufflevector(point(1), point(3), 0, 1, 2, 3);
      x_of[n] = __builtin_shufflevector(a, b, 0, 4, 2, 6);
      y_of[n] = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    }
    for (int n = 0; n < 4; ++n) {
      dx[n] = x_of[(n + 1) % 4] - x_of[n];
      dy[n] = y_of[(n + 1) % 4] - y_of[n];
    }
  }
  Vector4 dx[4], dy[4];
};

/// Returns the flux through a side. The terms are those of flux_between, with q taken out of the brackets.
inline Matrix flux(const States& a, const States& b, Vector4 dx, Vector4 dy) {
  const Vector4 half_a = 0.5 * a.rest.row[1] * (a.q.row[1] * dy - a.q.row[2] * dx);
  const Vector4 half_b = 0.5 * b.rest.row[1] * (b.q.row[1] * dy - b.q.row[2] * dx);
  const Vector4 mu = 0.5 * smoothing * (a.rest.row[2] + b.rest.row[2]), p = 0.5 * (a.rest.row[0] + b.rest.row[0]);
  const Vector4 by_a = half_a + mu, by_b = half_b - mu;
  return {{by_a * a.q.row[0] + by_b * b.q.row[0], by_a * a.q.row[1] + by_b * b.q.row[1] + p * dy,
           by_a * a.q.row[2] + by_b * b.q.row[2] - p * dx,
           by_a * a.q.row[3] + by_b * b.q.row[3] + (half_a * a.rest.row[0] + half_b * b.rest.row[0])}};
}

/// Replaces the flux in the lanes whose side is the wall.
inline void put_wall(Matrix& flux, const int* beyond, long first_cell, Vector4 p, Vector4 dx, Vector4 dy) {
  const Mask4 other = {beyond[0], beyond[1], beyond[2], beyond[3]};
  const Mask4 own = {first_cell, first_cell + 1, first_cell + 2, first_cell + 3};
  const Vector4 wall[4] = {Vector4{}, p * dy, -p * dx, Vector4{}};
  for (int n = 0; n < 4; ++n) flux.row[n] = other == own ? wall[n] : flux.row[n];
}

/// Returns the sum of the fluxes out of each cell.
template <bool has_wall> inline Matrix fluxes(const States& own, const State* states, long first_cell,
                                              const Block& block, const Lengths& lengths) {
  Matrix result{};
#pragma GCC unroll 4
  for (int n = 0; n < 4; ++n) {
    const int* beyond = block.beyond[n];
    const Vector4 dx = lengths.dx[n], dy = lengths.dy[n];
    Matrix each = flux(own, load(states[beyond[0]], states[beyond[1]], states[beyond[2]], states[beyond[3]]), dx, dy);
    if (has_wall) put_wall(each, beyond, first_cell, own.rest.row[0], dx, dy);
    for (int m = 0; m < 4; ++m) result.row[m] += each.row[m];
  }
  return result;
}

/// Returns states whose q are given.
inline States completed(const Matrix& q, const Lengths& lengths) {
  const Vector4 volume = 1.0 / q.row[0], u = volume * q.row[1], v = volume * q.row[2];
  const Vector4 p = gas1 * (q.row[3] - 0.5 * (q.row[1] * u + q.row[2] * v)), sound = root(gas * p * volume);
  Vector4 sum{};
#pragma GCC unroll 4
  for (int n = 0; n < 4; ++n) {
    const Vector4 dx = lengths.dx[n], dy = lengths.dy[n];
    sum += magnitude(dy * u - dx * v) + sound * root(dx * dx + dy * dy);
  }
  const Vector4 adt = sum * (1.0 / cfl);
  return {q, {{p, volume, adt, 1.0 / adt}}};
}

/// The sides of all cells, in the order of the corners.
class Sides {
public:
  static constexpr int wall = -1, far = -2, unknown = -3; ///< in place of a cell

  explicit Sides(const Mesh& mesh) : mesh_(mesh), beyond_(static_cast<std::size_t>(4 * mesh.cells), unknown) {
    for (long n = 0; n < mesh.edges; ++n) {
      const int* cells = &mesh.edge_cells[2 * n];
      set(cells[0], &mesh.edge_nodes[2 * n], cells[1]);
      set(cells[1], &mesh.edge_nodes[2 * n], cells[0]);
    }
    for (long n = 0; n < mesh.bedges; ++n)
      set(mesh.bedge_cell[n], &mesh.bedge_nodes[2 * n], mesh.bedge_bound[n] == Mesh::wall ? wall : far);
    if (std::count(beyond_.begin(), beyond_.end(), unknown) != 0)
      throw nopal::Error("a cell has a side without an edge: give a closed mesh");
  }
  int beyond(long cell, int side) const { return beyond_[4 * cell + side]; }

private:
  /// A side and its edge have the same middle. On the cut of a C-mesh their nodes differ.
  void set(long cell, const int* nodes, int beyond) {
    const double *a = &mesh_.x[2 * nodes[0]], *b = &mesh_.x[2 * nodes[1]];
    const auto distance = [&](int n) {
      const double* c = &mesh_.x[2 * mesh_.cell_nodes[4 * cell + n]];
      const double* d = &mesh_.x[2 * mesh_.cell_nodes[4 * cell + (n + 1) % 4]];
      return std::abs(a[0] + b[0] - c[0] - d[0]) + std::abs(a[1] + b[1] - c[1] - d[1]);
    };
    const int best = std::min({0, 1, 2, 3}, [&](int n, int m) { return distance(n) < distance(m); });
    if (beyond_[4 * cell + best] != unknown)
      throw nopal::Error("cell " + std::to_string(cell) + " has two edges on one side: give another mesh");
    beyond_[4 * cell + best] = beyond;
  }

  const Mesh& mesh_;
  std::vector<int> beyond_;
};

class Gathered : public Airfoil {
public:
  Gathered(const Mesh& mesh, int threads)
      : renumbered_(renumbered(mesh)), cells_(mesh.cells), threads_(threads), blocks_((cells_ + lanes - 1) / lanes),
        x_(2 * mesh.nodes), states_(lanes * blocks_.size() + mesh.bedges), between_(states_.size()) {
    std::copy(renumbered_.mesh.x.begin(), renumbered_.mesh.x.end(), x_.begin());
    make_blocks();
    Gathered::restart();
  }

  void restart() override {
    const auto far = free_stream();
    const Matrix q = {{Vector4{} + far[0], Vector4{} + far[1], Vector4{} + far[2], Vector4{} + far[3]}};
    for (long n = 0; n < blocks_.size(); ++n) store(&states_[lanes * n], completed(q, Lengths(blocks_[n], x_.begin())));
    for (State* states : {states_.begin(), between_.begin()})
      for (long n = 0; n < ghosts(); ++n)
        states[ghost(n)] = {{far[0], far[1], far[2], far[3]}, 1.0, 1.0, states_[cell_of_ghost_[n]].adt, 0.0};
  }
  double iterate(long iterations) override {
    double rms = 0;
#pragma omp parallel num_threads(threads_) reduction(+ : rms)
    for (long n = 0; n < iterations; ++n) {
      (void)pass<true>(states_.begin(), between_.begin());
#pragma omp barrier
      rms = pass<false>(between_.begin(), states_.begin());
#pragma omp barrier
    }
    return std::sqrt(rms / static_cast<double>(cells_));
  }
  std::vector<double> flow() const override {
    std::vector<double> q(static_cast<std::size_t>(4 * cells_));
    for (long cell = 0; cell < cells_; ++cell)
      std::copy_n(states_[cell].q, 4, q.begin() + 4L * renumbered_.old_cell[cell]);
    return q;
  }

private:
  long ghosts() const { return static_cast<long>(cell_of_ghost_.size()); }
  /// Returns where the state of a ghost is.
  long ghost(long number) const { return lanes * blocks_.size() + number; }

  /// Lanes behind the last cell have its corners, and walls on all sides.
  void make_blocks() {
    const Sides sides(renumbered_.mesh);
    for (long cell = 0; cell < lanes * blocks_.size(); ++cell) {
      Block& block = blocks_[cell / lanes];
      for (int side = 0; side < 4; ++side) {
        int beyond = cell < cells_ ? sides.beyond(cell, side) : Sides::wall;
        if (beyond == Sides::wall) {
          beyond = static_cast<int>(cell);
          block.has_wall = 1;
        } else if (beyond == Sides::far) {
          beyond = static_cast<int>(ghost(ghosts()));
          cell_of_ghost_.push_back(static_cast<int>(cell));
        }
        block.corner[side][cell % lanes] = renumbered_.mesh.cell_nodes[4 * std::min(cell, cells_ - 1) + side];
        block.beyond[side][cell % lanes] = beyond;
      }
    }
  }

  /// Updates the thread's cells. The q of the iteration's start are those in states_, since the first pass leaves them
  /// there and the second one replaces them.
  template <bool first> double pass(const State* from, State* to) {
    const int thread = omp_get_thread_num();
    const long begin = blocks_.size() * thread / threads_, end = blocks_.size() * (thread + 1) / threads_;
    Vector4 rms{};
    for (long n = begin; n < end; ++n) {
      const Block& block = blocks_[n];
      const long cell = lanes * n;
      const Lengths lengths(block, x_.begin());
      const States own = load(from[cell], from[cell + 1], from[cell + 2], from[cell + 3]);
      const Matrix res = block.has_wall != 0 ? fluxes<true>(own, from, cell, block, lengths)
                                             : fluxes<false>(own, from, cell, block, lengths);
      Matrix q = own.q;
      if (!first) q = load(states_[cell], states_[cell + 1], states_[cell + 2], states_[cell + 3]).q;
      Vector4 squares{};
      for (int m = 0; m < 4; ++m) {
        const Vector4 change = res.row[m] * own.rest.row[3];
        q.row[m] -= change;
        squares += change * change;
      }
      store(&to[cell], completed(q, lengths));
      for (long m = cells_ - cell; m < lanes; ++m) squares[m] = 0;
      rms += squares;
    }
    const auto own_ghosts = std::lower_bound(cell_of_ghost_.begin(), cell_of_ghost_.end(), lanes * begin);
    for (long n = own_ghosts - cell_of_ghost_.begin(); n < ghosts() && cell_of_ghost_[n] < lanes * end; ++n)
      to[ghost(n)].adt = to[cell_of_ghost_[n]].adt;
    return (rms[0] + rms[1]) + (rms[2] + rms[3]);
  }

  const Renumbered renumbered_;
  const long cells_;
  const int threads_;
  Huge<Block> blocks_;
  Huge<double> x_;
  Huge<State> states_, between_;   ///< after an iteration, and after its first pass: cells, then ghosts
  std::vector<int> cell_of_ghost_; ///< in order
};

} // namespace

std::unique_ptr<Airfoil> airfoil_gathered(const Mesh& mesh, int threads) {
  return std::make_unique<Gathered>(mesh, threads);
}

} // namespace bench
