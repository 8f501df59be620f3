// Cells sum over their sides. The lanes of a vector are the four sides of a cell, so a cell's fluxes, its update and
// its new adt are one piece of work: nothing is stored but the state. Passes write another array than they read.

#include "bench/sets/airfoil_by_hand.hpp"
#include "bench/sets/airfoil_formulas.hpp"
#include "bench/sets/huge.hpp"
#include "bench/sets/renumber.hpp"
#include "core/base/error.hpp"

#include <omp.h>

#include <algorithm>

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace bench {

namespace {

using namespace airfoil;

using Vector4 = double __attribute__((vector_size(32)));
using Vector2 = double __attribute__((vector_size(16)));

Vector4 load(const double* aligned) { return *reinterpret_cast<const Vector4*>(aligned); }
Vector4 magnitude(Vector4 v) { return v < 0.0 ? -v : v; }

Vector4 root(Vector4 v) {
#if defined(__AVX__)
  return _mm256_sqrt_pd(v);
#else
  return {std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])};
#endif
}

double sum(Vector4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }

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

/// The corners of a cell, and the cell beyond the side from each corner to the next.
struct Sides {
  static constexpr int wall = -1, far = -2; ///< in place of a cell
  int corner[4], cell[4];

  bool at_boundary() const { return (cell[0] | cell[1] | cell[2] | cell[3]) < 0; }
};

/// (dx, dy) of the sides. (dy, -dx) points outwards.
struct Lengths {
  Lengths(const int* corner, const double* x) {
    const auto point = [x](int node) { return *reinterpret_cast<const Vector2*>(x + 2L * node); };
    const Vector4 near = __builtin_shufflevector(point(corner[0]), point(corner[1]), 0, 1, 2, 3);
    const Vector4 far = __builtin_shufflevector(point(corner[2]), point(corner[3]), 0, 1, 2, 3);
    const Vector4 x_of = __builtin_shufflevector(near, far, 0, 2, 4, 6);
    const Vector4 y_of = __builtin_shufflevector(near, far, 1, 3, 5, 7);
    dx = __builtin_shufflevector(x_of, x_of, 1, 2, 3, 0) - x_of;
    dy = __builtin_shufflevector(y_of, y_of, 1, 2, 3, 0) - y_of;
  }
  Vector4 dx, dy;
};

/// Returns the sum of the fluxes out of a cell that has cells on all sides.
inline Vector4 fluxes(const State& own, const State* states, const Sides& sides, const Lengths& lengths) {
  const State &a = states[sides.cell[0]], &b = states[sides.cell[1]];
  const State &c = states[sides.cell[2]], &d = states[sides.cell[3]];
  const Matrix q = transposed({{load(a.q), load(b.q), load(c.q), load(d.q)}});
  const Matrix rest = transposed({{load(&a.p), load(&b.p), load(&c.p), load(&d.p)}}); // p, volume, adt
  const Vector4 dx = lengths.dx, dy = lengths.dy;
  const Vector4 own_half = 0.5 * own.volume * (own.q[1] * dy - own.q[2] * dx);
  const Vector4 half = 0.5 * rest.row[1] * (q.row[1] * dy - q.row[2] * dx);
  const Vector4 mu = 0.5 * smoothing * (own.adt + rest.row[2]), p = 0.5 * (own.p + rest.row[0]);
  const Matrix flux =
      transposed({{own_half * own.q[0] + half * q.row[0] + mu * (own.q[0] - q.row[0]),
                   own_half * own.q[1] + half * q.row[1] + p * dy + mu * (own.q[1] - q.row[1]),
                   own_half * own.q[2] + half * q.row[2] - p * dx + mu * (own.q[2] - q.row[2]),
                   own_half * (own.q[3] + own.p) + half * (q.row[3] + rest.row[0]) + mu * (own.q[3] - q.row[3])}});
  return (flux.row[0] + flux.row[1]) + (flux.row[2] + flux.row[3]);
}

/// Completes a state whose q is given.
inline void complete(State& state, Vector4 q, const Lengths& lengths) {
  const double volume = 1.0 / q[0], u = volume * q[1], v = volume * q[2];
  const double p = gas1 * (q[3] - 0.5 * (q[1] * u + q[2] * v)), sound = std::sqrt(gas * p * volume);
  const Vector4 dx = lengths.dx, dy = lengths.dy;
  const double adt = sum(magnitude(dy * u - dx * v) + sound * root(dx * dx + dy * dy)) * (1.0 / cfl);
  *reinterpret_cast<Vector4*>(state.q) = q;
  *reinterpret_cast<Vector4*>(&state.p) = Vector4{p, volume, adt, 0.0};
}

/// Finds for each cell what is beyond its sides. A side and its edge have the same middle; on the cut of a C-mesh the
/// nodes differ.
Huge<Sides> find_sides(const Mesh& mesh) {
  Huge<Sides> result(mesh.cells);
  constexpr int unknown = -3;
  for (long cell = 0; cell < mesh.cells; ++cell) {
    std::copy_n(&mesh.cell_nodes[4 * cell], 4, result[cell].corner);
    std::fill_n(result[cell].cell, 4, unknown);
  }
  const auto set = [&](int cell, const int* nodes, int beyond) {
    Sides& sides = result[cell];
    const double *a = &mesh.x[2 * nodes[0]], *b = &mesh.x[2 * nodes[1]];
    const auto distance = [&](int n) {
      const double *c = &mesh.x[2 * sides.corner[n]], *d = &mesh.x[2 * sides.corner[(n + 1) % 4]];
      return std::abs(a[0] + b[0] - c[0] - d[0]) + std::abs(a[1] + b[1] - c[1] - d[1]);
    };
    const int best = std::min({0, 1, 2, 3}, [&](int n, int m) { return distance(n) < distance(m); });
    if (sides.cell[best] != unknown)
      throw nopal::Error("cell " + std::to_string(cell) + " has two edges on one side: give another mesh");
    sides.cell[best] = beyond;
  };
  for (long n = 0; n < mesh.edges; ++n) {
    const int* cells = &mesh.edge_cells[2 * n];
    set(cells[0], &mesh.edge_nodes[2 * n], cells[1]);
    set(cells[1], &mesh.edge_nodes[2 * n], cells[0]);
  }
  for (long n = 0; n < mesh.bedges; ++n)
    set(mesh.bedge_cell[n], &mesh.bedge_nodes[2 * n], mesh.bedge_bound[n] == Mesh::wall ? Sides::wall : Sides::far);
  for (const Sides& sides : result)
    if (std::count(sides.cell, sides.cell + 4, unknown) != 0)
      throw nopal::Error("a cell has a side without an edge: give a closed mesh");
  return result;
}

class Gathered : public Airfoil {
public:
  Gathered(const Mesh& mesh, int threads)
      : renumbered_(renumbered(mesh)), threads_(threads), sides_(find_sides(renumbered_.mesh)), x_(2 * mesh.nodes),
        states_(mesh.cells), between_(mesh.cells) {
    std::copy(renumbered_.mesh.x.begin(), renumbered_.mesh.x.end(), x_.begin());
    const auto q = free_stream();
    far_ = {{q[0], q[1], q[2], q[3]}, 1.0, 1.0, 0.0, 0.0};
    Gathered::restart();
  }

  void restart() override {
    for (long cell = 0; cell < cells(); ++cell)
      complete(states_[cell], load(far_.q), Lengths(sides_[cell].corner, x_.begin()));
  }
  double iterate(long iterations) override {
    double rms = 0;
#pragma omp parallel num_threads(threads_) reduction(+ : rms)
    for (long n = 0; n < iterations; ++n) {
      (void)pass(states_.begin(), between_.begin());
#pragma omp barrier
      rms = pass(between_.begin(), states_.begin());
#pragma omp barrier
    }
    return std::sqrt(rms / static_cast<double>(cells()));
  }
  std::vector<double> flow() const override {
    std::vector<double> q(static_cast<std::size_t>(4 * cells()));
    for (long cell = 0; cell < cells(); ++cell)
      std::copy_n(states_[cell].q, 4, q.begin() + 4L * renumbered_.old_cell[cell]);
    return q;
  }

private:
  long cells() const { return renumbered_.mesh.cells; }

  /// Updates the thread's cells. The q of the iteration's start are those in states_, since the first pass leaves them
  /// there and the second one replaces them.
  double pass(const State* from, State* to) {
    const int thread = omp_get_thread_num();
    const long begin = cells() * thread / threads_, end = cells() * (thread + 1) / threads_;
    Vector4 rms{};
    for (long cell = begin; cell < end; ++cell) {
      const Sides& sides = sides_[cell];
      const State& own = from[cell];
      const Lengths lengths(sides.corner, x_.begin());
      const Vector4 res =
          sides.at_boundary() ? fluxes_at_boundary(own, from, sides, lengths) : fluxes(own, from, sides, lengths);
      const Vector4 change = res * (1.0 / own.adt);
      rms += change * change;
      complete(to[cell], load(states_[cell].q) - change, lengths);
    }
    return sum(rms);
  }

  Vector4 fluxes_at_boundary(const State& own, const State* states, const Sides& sides, const Lengths& lengths) const {
    Vector4 result{};
    for (int n = 0; n < 4; ++n) {
      const int beyond = sides.cell[n];
      const double dx = lengths.dx[n], dy = lengths.dy[n];
      const Flux flux = beyond == Sides::wall  ? flux_to_wall(own, dx, dy)
                        : beyond == Sides::far ? flux_between(own, far_, own.adt, dx, dy)
                                               : flux_between(own, states[beyond], states[beyond].adt, dx, dy);
      result += Vector4{flux[0], flux[1], flux[2], flux[3]};
    }
    return result;
  }

  const Renumbered renumbered_;
  const int threads_;
  const Huge<Sides> sides_;
  Huge<double> x_;
  Huge<State> states_, between_; ///< after an iteration, and after its first pass
  State far_{};
};

} // namespace

std::unique_ptr<Airfoil> airfoil_gathered(const Mesh& mesh, int threads) {
  return std::make_unique<Gathered>(mesh, threads);
}

} // namespace bench
