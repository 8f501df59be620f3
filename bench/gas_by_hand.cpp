#include "bench/gas_by_hand.hpp"
#include "bench/stencils_by_hand.hpp"

#include <algorithm>
#include <cmath>

namespace bench {

namespace {

constexpr int fields = Gas::fields;
constexpr long ghosts = Gas::ghosts;
// Rows of cells along j that are computed together, so that all that lies between input and output stays in the cache.
constexpr long block = 8;
// Planes of primitive variables that exist at a time: those that the first slope along k reads. Later ones need two
// planes ahead, and the fluxes along x and y lie one plane behind.
constexpr long planes = 4;

// Rows of several variables, each of which may be read a few points before and after it.
class Rows {
public:
  Rows(long rows, long points)
      : stride_((points + 2 * margin + 7) / 8 * 8), memory_(static_cast<std::size_t>(rows * stride_)) {}
  double* operator[](long row) { return memory_.data() + margin + row * stride_; }
  long stride() const { return stride_; }

private:
  static constexpr long margin = 8;
  long stride_;
  Scratch memory_;
};

inline double smaller(double a, double b) { return a < b ? a : b; }
inline double larger(double a, double b) { return a > b ? a : b; }

/// Half of the limited slope of a cell. All slopes below are halves, too.
inline double limited_slope(double before, double after) {
  const double centred = 0.25 * (before + after);
  return smaller(larger(centred, smaller(larger(before, after), 0.0)), larger(smaller(before, after), 0.0));
}
inline double slope_of(const double* q, long up) { return limited_slope(q[0] - q[-up], q[up] - q[0]); }
/// The value at the face to the next cell.
inline double edge_of(double q, double slope, double next, double next_slope) {
  return 0.5 * (q + next) - (next_slope - slope) * (1.0 / 3.0);
}

/// The values of a cell at its lower and its upper face.
struct Sides {
  double low, high;
};
/// Returns `far`, the value at one face of a cell, limited to the range from the value of the cell to `most`.
inline double limited_at(double near, double q, double far) {
  const double before = q - near, most = q + (before + before);
  return smaller(larger(far, smaller(most, q)), larger(most, q));
}
inline Sides limited(double near, double q, double far) { return {limited_at(far, q, near), limited_at(near, q, far)}; }

/// Slope and lower edge of a row of cells. advance() makes those of the next cells.
void begin(double* __restrict slope, double* __restrict edge, const double* __restrict q, long up, long n) {
#pragma omp simd
  for (long i = 0; i < n; ++i) {
    const double before = slope_of(q + i - up, up), here = slope_of(q + i, up);
    slope[i] = here;
    edge[i] = edge_of(q[i - up], before, q[i], here);
  }
}
void advance(double* __restrict low, double* __restrict high, double* __restrict slope, double* __restrict edge,
             const double* __restrict q, long up, long n) {
#pragma omp simd
  for (long i = 0; i < n; ++i) {
    const double next = slope_of(q + i + up, up), far = edge_of(q[i], slope[i], q[i + up], next);
    const Sides sides = limited(edge[i], q[i], far);
    low[i] = sides.low;
    high[i] = sides.high;
    slope[i] = next;
    edge[i] = far;
  }
}

/// Both sides of the cells -1 to n of a row, along the row.
void along_row(double* __restrict low, double* __restrict high, double* __restrict slope, double* __restrict edge,
               const double* __restrict q, long n) {
#pragma omp simd
  for (long i = -2; i < n + 2; ++i) slope[i] = slope_of(q + i, 1);
#pragma omp simd
  for (long i = -1; i < n + 2; ++i) edge[i] = edge_of(q[i - 1], slope[i - 1], q[i], slope[i]);
#pragma omp simd
  for (long i = -1; i < n + 1; ++i) {
    const Sides sides = limited(edge[i], q[i], edge[i + 1]);
    low[i] = sides.low;
    high[i] = sides.high;
  }
}

/// One side of a face. u is the velocity across it.
struct Side {
  double rho, u, v, w, p;
};

/// Fluxes of mass, of momentum across the face and along it, and of energy.
struct Flux {
  double mass, u, v, w, energy;
};

/// HLLC. Only the side on which the face lies, as seen from the contact, is computed to the end.
inline Flux hllc(const Side& l, const Side& r, double gamma, double per_gamma) {
  const double per_both = gamma / (l.rho * r.rho);
  const double c_l = std::sqrt(l.p * r.rho * per_both), c_r = std::sqrt(r.p * l.rho * per_both);
  const double s_l = smaller(l.u - c_l, r.u - c_r), s_r = larger(l.u + c_l, r.u + c_r);
  const double flow_l = l.rho * (s_l - l.u), flow_r = r.rho * (s_r - r.u);
  const double s_m = (r.p - l.p + flow_l * l.u - flow_r * r.u) / (flow_l - flow_r);
  const bool left = s_m >= 0.0;
  const double rho = left ? l.rho : r.rho, u = left ? l.u : r.u, v = left ? l.v : r.v, w = left ? l.w : r.w;
  const double p = left ? l.p : r.p, s = left ? s_l : s_r, flow = left ? flow_l : flow_r;
  const double outer = left ? smaller(s_l, 0.0) : larger(s_r, 0.0);
  const double energy = p * per_gamma + 0.5 * rho * (u * u + v * v + w * w);
  const double thinning = 1.0 / (s - s_m), star = flow * thinning;
  const double star_energy = thinning * ((s - u) * energy + (s_m - u) * (flow * s_m + p));
  const double mass = rho * u + outer * (star - rho);
  return {mass, rho * u * u + p + outer * (star * s_m - rho * u), mass * v, mass * w,
          u * (energy + p) + outer * (star_energy - energy)};
}

/// Rows of both sides of a face, and of the fluxes through it. `axis` says which velocity is the one across the face.
template <int axis> struct Faces {
  static constexpr int u = 1 + axis, v = 1 + (axis + 1) % 3, w = 1 + (axis + 2) % 3;

  static void compute(double* const* out, double* const* left, double* const* right, double gamma, long n) {
    double* __restrict mass = out[0];
    double* __restrict out_u = out[u];
    double* __restrict out_v = out[v];
    double* __restrict out_w = out[w];
    double* __restrict energy = out[4];
    const double *l_rho = left[0], *l_u = left[u], *l_v = left[v], *l_w = left[w], *l_p = left[4];
    const double *r_rho = right[0], *r_u = right[u], *r_v = right[v], *r_w = right[w], *r_p = right[4];
    const double per_gamma = 1.0 / (gamma - 1.0);
#pragma omp simd
    for (long i = 0; i < n; ++i) {
      const Flux flux = hllc({l_rho[i], l_u[i], l_v[i], l_w[i], l_p[i]}, {r_rho[i], r_u[i], r_v[i], r_w[i], r_p[i]},
                             gamma, per_gamma);
      mass[i] = flux.mass;
      out_u[i] = flux.u;
      out_v[i] = flux.v;
      out_w[i] = flux.w;
      energy[i] = flux.energy;
    }
  }
};

using Pointers = std::array<double*, fields>;

/// Computes the cells of a few rows along j, and all along i and k.
class Slab {
public:
  Slab(const std::array<long, 3>& cells, double gamma)
      : n_(cells[0]), gamma_(gamma), q_(planes * fields * (block + 2 * ghosts), n_), z_slope_(fields * block, n_),
        z_edge_(fields * block, n_), z_high_(2 * fields * block, n_), z_flux_(2 * fields * block, n_),
        y_slope_(fields, n_), y_edge_(fields, n_), y_side_(3 * fields, n_), y_flux_(2 * fields, n_),
        x_side_(2 * fields, n_), x_work_(2, n_), x_flux_(fields, n_ + 1) {}

  template <class Update> void compute(const Gas& gas, long first, long rows, Update&& update) {
    rows_ = rows;
    const long nk = gas.cells()[2];
    for (long k = -ghosts; k <= 0; ++k) find_primitives(gas, first, k);
    begin_z(-1);
    for (long k = -1; k <= nk; ++k) {
      find_primitives(gas, first, k + 2);
      advance_z(k);
      if (k > 0)
        finish_plane(k - 1, [&](long j, const Pointers& x, const Pointers& y, const Pointers& y_next, const Pointers& z,
                                const Pointers& z_next) { update(first + j, k - 1, x, y, y_next, z, z_next); });
    }
  }

private:
  double* primitive(int field, long j, long k) {
    return q_[((k & (planes - 1)) * fields + field) * (block + 2 * ghosts) + j + ghosts];
  }
  Pointers pointers(Rows& rows, long first, long step) {
    Pointers result;
    for (int f = 0; f < fields; ++f) result[f] = rows[first + f * step];
    return result;
  }

  void find_primitives(const Gas& gas, long first, long k) {
    for (long j = -ghosts; j < rows_ + ghosts; ++j) {
      const double *rho = gas.row(0, first + j, k), *mom_x = gas.row(1, first + j, k),
                   *mom_y = gas.row(2, first + j, k), *mom_z = gas.row(3, first + j, k),
                   *energy = gas.row(4, first + j, k);
      double* __restrict d = primitive(0, j, k);
      double* __restrict u = primitive(1, j, k);
      double* __restrict v = primitive(2, j, k);
      double* __restrict w = primitive(3, j, k);
      double* __restrict p = primitive(4, j, k);
#pragma omp simd
      for (long i = -ghosts; i < n_ + ghosts; ++i) {
        const double volume = 1.0 / rho[i];
        d[i] = rho[i];
        u[i] = mom_x[i] * volume;
        v[i] = mom_y[i] * volume;
        w[i] = mom_z[i] * volume;
        p[i] = (gamma_ - 1.0) *
               (energy[i] - 0.5 * (mom_x[i] * mom_x[i] + mom_y[i] * mom_y[i] + mom_z[i] * mom_z[i]) * volume);
      }
    }
  }

  // Planes of primitive variables lie in a ring, so a parabola along k gets its five rows as pointers.
  static double slope_z(double before, double here, double after) { return limited_slope(here - before, after - here); }

  void begin_z(long k) {
    for (int f = 0; f < fields; ++f)
      for (long j = 0; j < rows_; ++j) {
        const double *a = primitive(f, j, k - 2), *b = primitive(f, j, k - 1), *c = primitive(f, j, k),
                     *d = primitive(f, j, k + 1);
        double* __restrict slope = z_slope_[f * block + j], * __restrict edge = z_edge_[f * block + j];
#pragma omp simd
        for (long i = 0; i < n_; ++i) {
          slope[i] = slope_z(b[i], c[i], d[i]);
          edge[i] = edge_of(b[i], slope_z(a[i], b[i], c[i]), c[i], slope[i]);
        }
      }
  }
  void advance_z(long k) {
    const Pointers low = pointers(x_side_, 0, 1);
    for (long j = 0; j < rows_; ++j) {
      const Pointers flux = pointers(z_flux_, (k & 1) * fields * block + j, block);
      const Pointers before = pointers(z_high_, ((k - 1) & 1) * fields * block + j, block);
      const Pointers high = pointers(z_high_, (k & 1) * fields * block + j, block);
      for (int f = 0; f < fields; ++f) {
        const double *c = primitive(f, j, k), *d = primitive(f, j, k + 1), *e = primitive(f, j, k + 2);
        double* __restrict slope = z_slope_[f * block + j], * __restrict edge = z_edge_[f * block + j];
        double* __restrict to_low = low[f], * __restrict to_high = high[f];
#pragma omp simd
        for (long i = 0; i < n_; ++i) {
          const double slope_next = slope_z(c[i], d[i], e[i]), far = edge_of(c[i], slope[i], d[i], slope_next);
          const Sides sides = limited(edge[i], c[i], far);
          to_low[i] = sides.low;
          to_high[i] = sides.high;
          slope[i] = slope_next;
          edge[i] = far;
        }
      }
      if (k >= 0) Faces<2>::compute(flux.data(), before.data(), low.data(), gamma_, n_);
    }
  }

  template <class Update> void finish_plane(long k, Update&& update) {
    const long up = q_.stride();
    for (int f = 0; f < fields; ++f) begin(y_slope_[f], y_edge_[f], primitive(f, -1, k), up, n_);
    const Pointers low = pointers(y_side_, 0, 1);
    const Pointers x_flux = pointers(x_flux_, 0, 1);
    for (long j = -1; j <= rows_; ++j) {
      const Pointers before = pointers(y_side_, (1 + (j & 1)) * fields, 1);
      const Pointers high = pointers(y_side_, (1 + ((j + 1) & 1)) * fields, 1);
      for (int f = 0; f < fields; ++f) advance(low[f], high[f], y_slope_[f], y_edge_[f], primitive(f, j, k), up, n_);
      if (j < 0) continue;
      const Pointers y_flux = pointers(y_flux_, (j & 1) * fields, 1);
      Faces<1>::compute(y_flux.data(), before.data(), low.data(), gamma_, n_);
      if (j == 0) continue;
      find_x(j - 1, k);
      update(j - 1, x_flux, pointers(y_flux_, ((j - 1) & 1) * fields, 1), y_flux,
             pointers(z_flux_, (k & 1) * fields * block + j - 1, block),
             pointers(z_flux_, ((k + 1) & 1) * fields * block + j - 1, block));
    }
  }
  void find_x(long j, long k) {
    const Pointers low = pointers(x_side_, 0, 1), high = pointers(x_side_, fields, 1);
    for (int f = 0; f < fields; ++f) along_row(low[f], high[f], x_work_[0], x_work_[1], primitive(f, j, k), n_);
    Pointers left = high;
    for (double*& row : left) --row;
    Faces<0>::compute(pointers(x_flux_, 0, 1).data(), left.data(), low.data(), gamma_, n_ + 1);
  }

  long n_, rows_ = 0;
  double gamma_;
  Rows q_;
  Rows z_slope_, z_edge_, z_high_, z_flux_;
  Rows y_slope_, y_edge_, y_side_, y_flux_;
  Rows x_side_, x_work_, x_flux_;
};

} // namespace

Gas::Gas(const std::array<long, 3>& cells) : cells_(cells), stride_((cells[0] + first_ + ghosts + 7) / 8 * 8) {
  const long size = stride_ * (cells[1] + 2 * ghosts) * (cells[2] + 2 * ghosts);
  for (std::vector<double>& field : data_) field.resize(static_cast<std::size_t>(size));
}

void Gas::fill_ghosts() {
  const auto [ni, nj, nk] = cells_;
  for (int f = 0; f < fields; ++f)
    for (long k = -ghosts; k < nk + ghosts; ++k)
      for (long j = -ghosts; j < nj + ghosts; ++j) {
        const long from_j = (j + nj) % nj, from_k = (k + nk) % nk;
        double* to = row(f, j, k);
        if (from_j != j || from_k != k) std::copy_n(row(f, from_j, from_k), ni, to);
        for (long n = 1; n <= ghosts; ++n) {
          to[-n] = to[ni - n];
          to[ni - 1 + n] = to[n - 1];
        }
      }
}

GasByHand::GasByHand(const std::array<long, 3>& cells, const std::array<double, 3>& spacing, double gamma, double dt)
    : gas_(cells), first_(cells), second_(cells), spacing_(spacing), gamma_(gamma), dt_(dt) {}

void GasByHand::compute(Gas& out, const Gas& old, Gas& in, const Stage& stage) {
  in.fill_ghosts();
  const long n = in.cells()[0];
  const double x = stage.c * dt_ / spacing_[0], y = stage.c * dt_ / spacing_[1], z = stage.c * dt_ / spacing_[2];
  Slab slab(in.cells(), gamma_);
  for (long first = 0; first < in.cells()[1]; first += block)
    slab.compute(in, first, std::min(block, in.cells()[1] - first),
                 [&](long j, long k, const Pointers& flux_x, const Pointers& flux_y, const Pointers& next_y,
                     const Pointers& flux_z, const Pointers& next_z) {
                   for (int f = 0; f < fields; ++f) {
                     double* to = out.row(f, j, k);
                     const double *was = old.row(f, j, k), *now = in.row(f, j, k);
                     const double *fx = flux_x[f], *fy = flux_y[f], *gy = next_y[f], *fz = flux_z[f], *gz = next_z[f];
#pragma omp simd
                     for (long i = 0; i < n; ++i)
                       to[i] = stage.a * was[i] + stage.b * now[i] + x * (fx[i] - fx[i + 1]) + y * (fy[i] - gy[i]) +
                               z * (fz[i] - gz[i]);
                   }
                 });
}

void GasByHand::step() {
  compute(first_, gas_, gas_, {0.0, 1.0, 1.0});
  compute(second_, gas_, first_, {3.0 / 4, 1.0 / 4, 1.0 / 4});
  compute(gas_, gas_, second_, {1.0 / 3, 2.0 / 3, 2.0 / 3});
}

} // namespace bench
