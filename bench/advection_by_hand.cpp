#include "bench/stencils_by_hand.hpp"
#include "bench/vectors.hpp"

namespace bench {

namespace {

// All rows begin at the point 0 of their row. `up`: stride of k of fields in memory, `below`: where the temporaries of
// the point k-1 are.

struct Row {
  Row(const Advection& fields, const Points& points, long j, long k)
      : u(fields.u + points.at(j, k)), u_p(fields.u_p + points.at(j, k)), utens(fields.utens + points.at(j, k)),
        wcon(fields.wcon + points.at(j, k)), dtr_stage(fields.dtr_stage), up(points.stride_k), n(points.n[0]) {}
  double* u;
  const double *u_p, *utens, *wcon;
  double dtr_stage;
  long up, n;
};

double lower(const double* wcon, long n) { return -0.125 * (wcon[n + 1] + wcon[n]); }
double upper(const double* wcon, long n) { return 0.125 * (wcon[n + 1] + wcon[n]); }

void first_row(const Row& row, double* __restrict ccol, double* __restrict dcol) {
  const double* __restrict u_p = row.u_p, * __restrict utens = row.utens, * __restrict wcon = row.wcon;
  const double dtr_stage = row.dtr_stage;
  const long up = row.up;
#pragma omp simd
  for (long n = 0; n < row.n; ++n) {
    const double c = upper(wcon, n + up);
    const double b = dtr_stage - c;
    const double d = dtr_stage * u_p[n] + utens[n] - c * (u_p[n + up] - u_p[n]);
    ccol[n] = c / b;
    dcol[n] = d / b;
  }
}

void middle_row(const Row& row, double* __restrict ccol, double* __restrict dcol, const double* __restrict ccol_below,
                const double* __restrict dcol_below) {
  const double* __restrict u_p = row.u_p, * __restrict utens = row.utens, * __restrict wcon = row.wcon;
  const double dtr_stage = row.dtr_stage;
  const long up = row.up;
#pragma omp simd
  for (long n = 0; n < row.n; ++n) {
    const double a = lower(wcon, n), c = upper(wcon, n + up);
    const double b = dtr_stage - a - c;
    const double d = dtr_stage * u_p[n] + utens[n] - a * (u_p[n - up] - u_p[n]) - c * (u_p[n + up] - u_p[n]);
    const double divided = 1.0 / (b - a * ccol_below[n]);
    ccol[n] = c * divided;
    dcol[n] = (d - a * dcol_below[n]) * divided;
  }
}

/// ccol of the last row would be 0, and nothing reads it.
void last_row(const Row& row, const double* __restrict ccol_below, const double* __restrict dcol_below) {
  double* __restrict u = row.u;
  const double* __restrict u_p = row.u_p, * __restrict utens = row.utens, * __restrict wcon = row.wcon;
  const double dtr_stage = row.dtr_stage;
  const long up = row.up;
#pragma omp simd
  for (long n = 0; n < row.n; ++n) {
    const double a = lower(wcon, n);
    const double b = dtr_stage - a;
    const double d = dtr_stage * u_p[n] + utens[n] - a * (u_p[n - up] - u_p[n]);
    u[n] = (d - a * dcol_below[n]) / (b - a * ccol_below[n]);
  }
}

void substitute_row(double* __restrict u, const double* __restrict u_above, const double* __restrict ccol,
                    const double* __restrict dcol, long points) {
#pragma omp simd
  for (long n = 0; n < points; ++n) u[n] = dcol[n] - ccol[n] * u_above[n];
}

/// One row along i, for all k. `stride`: of k in ccol and dcol.
void row_by_row(const Advection& fields, const Points& points, long j, double* ccol, double* dcol, long stride) {
  const long nk = points.n[2];
  for (long k = 0; k < nk; ++k) {
    const Row row(fields, points, j, k);
    double *c = ccol + k * stride, *d = dcol + k * stride;
    if (k == 0)
      first_row(row, c, d);
    else if (k < nk - 1)
      middle_row(row, c, d, c - stride, d - stride);
    else
      last_row(row, c - stride, d - stride);
  }
  for (long k = nk - 2; k >= 0; --k) {
    double* u = fields.u + points.at(j, k);
    substitute_row(u, u + points.stride_k, ccol + k * stride, dcol + k * stride, points.n[0]);
  }
}

// Columns of n_vectors vectors, with k innermost: everything but ccol and dcol is in registers, and these two stay in
// the first-level cache. -c of the point below has the bits of a. Lines of later columns are fetched into the
// second-level cache, since the hardware cannot follow so many planes, and from there into the first-level cache a few
// levels ahead. The result goes past the caches.
template <int n_vectors> class Columns {
public:
  Columns(const Advection& fields, const Points& points, double* scratch)
      : fields_(fields), up_(points.stride_k), nk_(points.n[2]), scratch_(scratch), dtr_stage_(all(fields.dtr_stage)) {}

  void compute(long n) {
    u_p_ = fields_.u_p + n;
    utens_ = fields_.utens + n;
    wcon_ = fields_.wcon + n;
    first();
    for (long k = 1; k < nk_ - 1; ++k) middle(k);
    last(fields_.u + n);
    substitute(fields_.u + n);
  }

private:
  using Vectors = Vector[n_vectors];

  double* ccol(long k, int v) const { return scratch_ + (k * n_vectors + v) * 2 * width; }
  double* dcol(long k, int v) const { return ccol(k, v) + width; }

  void upper(Vector* result, long k) const {
    const double* wcon = wcon_ + (k + 1) * up_;
    Vector here = load(wcon);
    for (int v = 0; v < n_vectors; ++v) {
      const Vector right = load(wcon + (v + 1) * width);
      result[v] = 0.125 * (shifted<1>(here, right) + here);
      here = right;
    }
  }

  void first() {
    upper(c_, 0);
    for (int v = 0; v < n_vectors; ++v) {
      here_[v] = load(u_p_ + v * width);
      const Vector above = load(u_p_ + up_ + v * width), b = dtr_stage_ - c_[v];
      const Vector d = dtr_stage_ * here_[v] + load(utens_ + v * width) - c_[v] * (above - here_[v]);
      store(ccol(0, v), ccol_[v] = c_[v] / b);
      store(dcol(0, v), dcol_[v] = d / b);
      below_[v] = here_[v];
      here_[v] = above;
    }
  }

  void middle(long k) {
    constexpr long ahead = 64, levels = 4; // points along i; along k
    for (int line = 0; line < n_vectors * width; line += 8) {
      fetch(u_p_ + k * up_ + ahead + line);
      fetch(utens_ + k * up_ + ahead + line);
      fetch(wcon_ + k * up_ + ahead + line);
      fetch_soon(u_p_ + (k + levels) * up_ + line);
      fetch_soon(utens_ + (k + levels) * up_ + line);
      fetch_soon(wcon_ + (k + levels) * up_ + line);
    }
    Vectors c;
    upper(c, k);
    for (int v = 0; v < n_vectors; ++v) {
      const Vector a = -c_[v], above = load(u_p_ + (k + 1) * up_ + v * width), b = dtr_stage_ - a - c[v];
      const Vector d = dtr_stage_ * here_[v] + load(utens_ + k * up_ + v * width) - a * (below_[v] - here_[v]) -
                       c[v] * (above - here_[v]);
      const Vector divided = 1.0 / (b - a * ccol_[v]);
      store(ccol(k, v), ccol_[v] = c[v] * divided);
      store(dcol(k, v), dcol_[v] = (d - a * dcol_[v]) * divided);
      below_[v] = here_[v];
      here_[v] = above;
      c_[v] = c[v];
    }
  }

  void last(double* u) {
    const long k = nk_ - 1;
    for (int v = 0; v < n_vectors; ++v) {
      const Vector a = -c_[v], b = dtr_stage_ - a;
      const Vector d = dtr_stage_ * here_[v] + load(utens_ + k * up_ + v * width) - a * (below_[v] - here_[v]);
      dcol_[v] = (d - a * dcol_[v]) / (b - a * ccol_[v]);
      stream(u + k * up_ + v * width, dcol_[v]);
    }
  }

  void substitute(double* u) {
    for (long k = nk_ - 2; k >= 0; --k)
      for (int v = 0; v < n_vectors; ++v) {
        dcol_[v] = load(dcol(k, v)) - load(ccol(k, v)) * dcol_[v];
        stream(u + k * up_ + v * width, dcol_[v]);
      }
  }

  const Advection& fields_;
  long up_, nk_;
  double* scratch_;
  Vector dtr_stage_;
  const double *u_p_ = nullptr, *utens_ = nullptr, *wcon_ = nullptr;
  Vectors c_, ccol_, dcol_, here_, below_; ///< of the point before; here_: u_p of this point
};

} // namespace

void advect_by_arrays(const Advection& fields, const AdvectionArrays& arrays, const Points& points) {
  const long nk = points.n[2], stride = points.stride_k;
#pragma omp parallel
  {
    for (long k = 0; k < nk; ++k) {
#pragma omp for schedule(static)
      for (long j = 0; j < points.n[1]; ++j) {
        const Row row(fields, points, j, k);
        double *c = arrays.ccol + points.at(j, k), *d = arrays.dcol + points.at(j, k);
        if (k == 0)
          first_row(row, c, d);
        else if (k < nk - 1)
          middle_row(row, c, d, c - stride, d - stride);
        else
          last_row(row, c - stride, d - stride);
      }
    }
    for (long k = nk - 2; k >= 0; --k) {
#pragma omp for schedule(static)
      for (long j = 0; j < points.n[1]; ++j) {
        const long n = points.at(j, k);
        substitute_row(fields.u + n, fields.u + n + stride, arrays.ccol + n, arrays.dcol + n, points.n[0]);
      }
    }
  }
}

void advect_by_rows(const Advection& fields, const Points& points) {
  const long stride = (points.n[0] + 7) / 8 * 8, size = stride * points.n[2];
#pragma omp parallel
  {
    const Scratch scratch(static_cast<std::size_t>(2 * size));
#pragma omp for schedule(static)
    for (long j = 0; j < points.n[1]; ++j) row_by_row(fields, points, j, scratch.data(), scratch.data() + size, stride);
  }
}

void advect_by_vectors(const Advection& fields, const Points& points) {
  constexpr int n_vectors = 16 / width; // 16 points
#pragma omp parallel
  {
    const Scratch scratch(static_cast<std::size_t>(points.n[2] * n_vectors * 2 * width));
    Columns<n_vectors> wide(fields, points, scratch.data());
    Columns<8 / width> narrow(fields, points, scratch.data());
#pragma omp for schedule(static)
    for (long j = 0; j < points.n[1]; ++j) {
      long n = 0;
      for (; n + n_vectors * width <= points.n[0]; n += n_vectors * width) wide.compute(points.at(j, 0) + n);
      for (; n < points.n[0]; n += 8) narrow.compute(points.at(j, 0) + n);
    }
    finish_streams();
  }
}

} // namespace bench
