#include "bench/sets/airfoil_by_hand.hpp"
#include "bench/sets/airfoil_formulas.hpp"

#include <array>
#include <cmath>

namespace bench {

namespace {

using namespace airfoil;

/// The state of one side as an edge sees it.
struct Side {
  Side(const double* state, double dx, double dy)
      : q(state), volume(1.0 / q[0]), p(gas1 * (q[3] - 0.5 * volume * (q[1] * q[1] + q[2] * q[2]))),
        through(volume * (q[1] * dy - q[2] * dx)) {}
  const double* q;
  double volume, p, through;
};

class InOrder : public Airfoil {
public:
  explicit InOrder(const Mesh& mesh) : mesh_(mesh), q_(size()), q_old_(size()), adt_(size() / 4), res_(size()) {
    restart();
  }

  void restart() override {
    for (std::size_t n = 0; n < q_.size(); ++n) q_[n] = far_[n % 4];
  }
  double iterate(long iterations) override {
    double rms = 0;
    for (long n = 0; n < iterations; ++n) {
      q_old_ = q_;
      for (int pass = 0; pass < 2; ++pass) {
        for (long cell = 0; cell < mesh_.cells; ++cell) find_adt(cell);
        for (long edge = 0; edge < mesh_.edges; ++edge) add_flux(edge);
        for (long bedge = 0; bedge < mesh_.bedges; ++bedge) add_boundary_flux(bedge);
        rms = 0;
        for (long cell = 0; cell < mesh_.cells; ++cell) rms += update(cell);
      }
    }
    return std::sqrt(rms / static_cast<double>(mesh_.cells));
  }
  std::vector<double> flow() const override { return q_; }

private:
  std::size_t size() const { return static_cast<std::size_t>(4 * mesh_.cells); }

  void find_adt(long cell) {
    const double* q = &q_[4 * cell];
    const double volume = 1.0 / q[0], u = volume * q[1], v = volume * q[2];
    const double sound = std::sqrt(gas * gas1 * (volume * q[3] - 0.5 * (u * u + v * v)));
    double sum = 0;
    for (int n = 0; n < 4; ++n) {
      const double* from = &mesh_.x[2 * mesh_.cell_nodes[4 * cell + n]];
      const double* to = &mesh_.x[2 * mesh_.cell_nodes[4 * cell + (n + 1) % 4]];
      const double dx = to[0] - from[0], dy = to[1] - from[1];
      sum += std::abs(dy * u - dx * v) + sound * std::sqrt(dx * dx + dy * dy);
    }
    adt_[cell] = sum / cfl;
  }

  static Flux flux(const Side& a, const Side& b, double mu, double dx, double dy) {
    return {0.5 * (a.through * a.q[0] + b.through * b.q[0]) + mu * (a.q[0] - b.q[0]),
            0.5 * (a.through * a.q[1] + a.p * dy + b.through * b.q[1] + b.p * dy) + mu * (a.q[1] - b.q[1]),
            0.5 * (a.through * a.q[2] - a.p * dx + b.through * b.q[2] - b.p * dx) + mu * (a.q[2] - b.q[2]),
            0.5 * (a.through * (a.q[3] + a.p) + b.through * (b.q[3] + b.p)) + mu * (a.q[3] - b.q[3])};
  }

  void add_flux(long edge) {
    const double* from = &mesh_.x[2 * mesh_.edge_nodes[2 * edge + 1]];
    const double* to = &mesh_.x[2 * mesh_.edge_nodes[2 * edge]];
    const long cell_a = mesh_.edge_cells[2 * edge], cell_b = mesh_.edge_cells[2 * edge + 1];
    const double dx = to[0] - from[0], dy = to[1] - from[1];
    const double mu = 0.5 * (adt_[cell_a] + adt_[cell_b]) * smoothing;
    const Flux f = flux(Side(&q_[4 * cell_a], dx, dy), Side(&q_[4 * cell_b], dx, dy), mu, dx, dy);
    for (int n = 0; n < 4; ++n) {
      res_[4 * cell_a + n] += f[n];
      res_[4 * cell_b + n] -= f[n];
    }
  }

  void add_boundary_flux(long bedge) {
    const double* from = &mesh_.x[2 * mesh_.bedge_nodes[2 * bedge + 1]];
    const double* to = &mesh_.x[2 * mesh_.bedge_nodes[2 * bedge]];
    const long cell = mesh_.bedge_cell[bedge];
    const double dx = to[0] - from[0], dy = to[1] - from[1];
    const Side a(&q_[4 * cell], dx, dy);
    double* res = &res_[4 * cell];
    if (mesh_.bedge_bound[bedge] == Mesh::wall) {
      res[1] += a.p * dy;
      res[2] -= a.p * dx;
      return;
    }
    const Flux f = flux(a, Side(far_.data(), dx, dy), adt_[cell] * smoothing, dx, dy);
    for (int n = 0; n < 4; ++n) res[n] += f[n];
  }

  /// Returns the sum of the squares of the changes.
  double update(long cell) {
    const double factor = 1.0 / adt_[cell];
    double sum = 0;
    for (long n = 4 * cell; n < 4 * cell + 4; ++n) {
      const double change = factor * res_[n];
      q_[n] = q_old_[n] - change;
      res_[n] = 0;
      sum += change * change;
    }
    return sum;
  }

  const Mesh& mesh_;
  std::array<double, 4> far_ = free_stream();
  std::vector<double> q_, q_old_, adt_, res_;
};

} // namespace

std::unique_ptr<Airfoil> airfoil_in_order(const Mesh& mesh, int /*threads*/) { return std::make_unique<InOrder>(mesh); }

} // namespace bench
