#include "bench/stencils_by_hand.hpp"
#include "bench/vectors.hpp"

#include <cstdlib>
#include <new>
#include <utility>

namespace bench {

Scratch::Scratch(std::size_t doubles)
    : data_(static_cast<double*>(std::aligned_alloc(64, (doubles * sizeof(double) + 63) / 64 * 64))) {
  if (data_ == nullptr) throw std::bad_alloc();
}
Scratch::~Scratch() { std::free(data_); }

void streaming_triad(double* a, const double* b, const double* c, double scale, long elements) {
#pragma omp parallel
  {
#pragma omp for
    for (long n = 0; n < elements; n += width) stream(a + n, load(b + n) + all(scale) * load(c + n));
    finish_streams();
  }
}

namespace {

// All rows begin at the point 0 of their row. `up`: stride of j of fields in memory.

double laplacian(const double* in, long n, long up) {
  return 4.0 * in[n] - (in[n + 1] + in[n - 1] + in[n + up] + in[n - up]);
}
double limited(double flux, double difference) { return flux * difference > 0.0 ? 0.0 : flux; }

void laplacian_row(double* __restrict lap, const double* __restrict in, long up, long points) {
#pragma omp simd
  for (long n = -1; n < points + 1; ++n) lap[n] = laplacian(in, n, up);
}
void flux_x_row(double* __restrict flx, const double* __restrict in, const double* __restrict lap, long points) {
#pragma omp simd
  for (long n = -1; n < points; ++n) flx[n] = limited(lap[n + 1] - lap[n], in[n + 1] - in[n]);
}
void flux_y_row(double* __restrict fly, const double* __restrict in, const double* __restrict lap,
                const double* __restrict lap_above, long up, long points) {
#pragma omp simd
  for (long n = 0; n < points; ++n) fly[n] = limited(lap_above[n] - lap[n], in[n + up] - in[n]);
}
void update_row(double* __restrict out, const double* __restrict in, const double* __restrict coeff,
                const double* __restrict flx, const double* __restrict fly, long up, long points) {
#pragma omp simd
  for (long n = 0; n < points; ++n) out[n] = in[n] - coeff[n] * (flx[n] - flx[n - 1] + fly[n] - fly[n - up]);
}

/// The last rows of a plane. Each has a vector before and after its points.
struct Rows {
  explicit Rows(long points)
      : scratch(static_cast<std::size_t>(3 * (points + 16))), lap(scratch.data() + 8), above(lap + points + 16),
        fly(above + points + 16) {}
  Scratch scratch;
  double* lap;   ///< of the row
  double* above; ///< of the row above it
  double* fly;   ///< of the row below it
};

/// Computes what the row `in`, the first of a plane, needs from below.
void begin(Rows& rows, const double* in, long up, long points) {
  laplacian_row(rows.lap, in - up, up, points);
  laplacian_row(rows.above, in, up, points);
  flux_y_row(rows.fly, in - up, rows.lap, rows.above, up, points);
}

/// Computes a row of the result, the Laplacian of the row above, and the flux between them.
using RowOfDiffusion = void (*)(double* out, const double* in, const double* coeff, const Rows& rows, long up,
                                long points);

template <RowOfDiffusion row> void by_rows(const Diffusion& fields, const Points& points) {
  const long up = points.stride_j;
#pragma omp parallel
  {
    Rows rows(points.n[0]);
#pragma omp for schedule(static)
    for (long k = 0; k < points.n[2]; ++k) {
      begin(rows, fields.in + points.at(0, k), up, points.n[0]);
      for (long j = 0; j < points.n[1]; ++j) {
        const long n = points.at(j, k);
        std::swap(rows.lap, rows.above);
        row(fields.out + n, fields.in + n, fields.coeff + n, rows, up, points.n[0]);
      }
    }
    finish_streams();
  }
}

void simple_row(double* __restrict out, const double* __restrict in, const double* __restrict coeff, const Rows& rows,
                long up, long points) {
  const double* __restrict lap = rows.lap;
  double* __restrict above = rows.above;
  double* __restrict fly = rows.fly;
  above[-1] = laplacian(in, up - 1, up);
  above[points] = laplacian(in, up + points, up);
#pragma omp simd
  for (long n = 0; n < points; ++n) {
    above[n] = laplacian(in, n + up, up);
    const double right = limited(lap[n + 1] - lap[n], in[n + 1] - in[n]);
    const double left = limited(lap[n] - lap[n - 1], in[n] - in[n - 1]);
    const double top = limited(above[n] - lap[n], in[n + up] - in[n]);
    const double bottom = fly[n];
    fly[n] = top;
    out[n] = in[n] - coeff[n] * (right - left + top - bottom);
  }
}

Vector limited(Vector flux, Vector difference) { return flux * difference > 0.0 ? Vector{} : flux; }

// Loads are aligned: neighbours along i are made from two vectors, since a load across two lines counts twice. The
// hardware fetches ahead only up to the next 4096 bytes, which are 2 rows; so lines of later rows are fetched into the
// second-level cache (into the first-level cache it is slower). The result goes past the caches.
void vector_row(double* __restrict out, const double* __restrict in, const double* __restrict coeff, const Rows& rows,
                long up, long points) {
  constexpr long rows_ahead = 4;
  const double* __restrict lap = rows.lap;
  double* __restrict above = rows.above;
  double* __restrict fly = rows.fly;
  above[-1] = laplacian(in, up - 1, up);
  above[points] = laplacian(in, up + points, up);
  Vector flux_left = all(limited(lap[0] - lap[-1], in[0] - in[-1]));
  Vector in_here = load(in), next_left = all(in[up - 1]), next_here = load(in + up), lap_here = load(lap);
  for (long n = 0; n < points; n += width) {
    if (n % 8 == 0) {
      fetch(in + n + (2 + rows_ahead) * up);
      fetch(coeff + n + rows_ahead * up);
    }
    const Vector in_right = load(in + n + width), lap_right = load(lap + n + width);
    const Vector next_right = load(in + n + up + width);
    const Vector neighbours =
        shifted<1>(next_here, next_right) + shifted<width - 1>(next_left, next_here) + load(in + n + 2 * up) + in_here;
    const Vector lap_above = 4.0 * next_here - neighbours;
    store(above + n, lap_above);
    const Vector right = limited(shifted<1>(lap_here, lap_right) - lap_here, shifted<1>(in_here, in_right) - in_here);
    const Vector left = shifted<width - 1>(flux_left, right);
    const Vector top = limited(lap_above - lap_here, next_here - in_here);
    const Vector bottom = load(fly + n);
    store(fly + n, top);
    stream(out + n, in_here - load(coeff + n) * (right - left + top - bottom));
    flux_left = right;
    in_here = in_right;
    next_left = next_here;
    next_here = next_right;
    lap_here = lap_right;
  }
}

} // namespace

void diffuse_by_arrays(const Diffusion& fields, const DiffusionArrays& arrays, const Points& points) {
  const long up = points.stride_j;
  const double* __restrict in = fields.in;
  double* __restrict lap = arrays.lap, * __restrict flx = arrays.flx, * __restrict fly = arrays.fly;
#pragma omp parallel
  {
#pragma omp for collapse(2)
    for (long k = 0; k < points.n[2]; ++k)
      for (long j = -1; j < points.n[1] + 1; ++j)
        laplacian_row(lap + points.at(j, k), in + points.at(j, k), up, points.n[0]);
#pragma omp for collapse(2)
    for (long k = 0; k < points.n[2]; ++k)
      for (long j = 0; j < points.n[1]; ++j)
        flux_x_row(flx + points.at(j, k), in + points.at(j, k), lap + points.at(j, k), points.n[0]);
#pragma omp for collapse(2)
    for (long k = 0; k < points.n[2]; ++k)
      for (long j = -1; j < points.n[1]; ++j) {
        const long n = points.at(j, k);
        flux_y_row(fly + n, in + n, lap + n, lap + n + up, up, points.n[0]);
      }
#pragma omp for collapse(2)
    for (long k = 0; k < points.n[2]; ++k)
      for (long j = 0; j < points.n[1]; ++j) {
        const long n = points.at(j, k);
        update_row(fields.out + n, in + n, fields.coeff + n, flx + n, fly + n, up, points.n[0]);
      }
  }
}

void diffuse_by_rows(const Diffusion& fields, const Points& points) { by_rows<simple_row>(fields, points); }
void diffuse_by_vectors(const Diffusion& fields, const Points& points) { by_rows<vector_row>(fields, points); }

} // namespace bench
