#pragma once
// Stencils written by hand, for comparison with those of the thorns diffusion and advection_z: the same formulas, so
// the same bits. They are in files of their own, which are compiled for this machine. OpenMP shares out their points.

#include <array>
#include <cstddef>

namespace bench {

/// The points that are computed, from (0, 0, 0), and the strides of all fields in elements. Pointers to fields address
/// the point (0, 0, 0), which is aligned to 64 bytes as is each row's first point. Around the points, fields have what
/// the stencil reads.
struct Points {
  std::array<long, 3> n{};
  long stride_j = 0, stride_k = 0;

  long at(long j, long k) const { return j * stride_j + k * stride_k; }
};

/// Horizontal diffusion of fourth order with a flux limiter. It reads `in` two points away along i and j.
struct Diffusion {
  double* out = nullptr;
  const double* in = nullptr;
  const double* coeff = nullptr;
};
/// Its temporaries, of the grid's size.
struct DiffusionArrays {
  double *lap = nullptr, *flx = nullptr, *fly = nullptr;
};

/// A loop over whole arrays for each stage.
void diffuse_by_arrays(const Diffusion& fields, const DiffusionArrays& arrays, const Points& points);
/// One loop for all stages, which the compiler vectorises. The temporaries are the last rows of each plane.
void diffuse_by_rows(const Diffusion& fields, const Points& points);
/// The same with all that makes it faster on x86-64: see diffusion_by_hand.cpp. n[0] is a multiple of 8.
void diffuse_by_vectors(const Diffusion& fields, const Points& points);

/// Vertical advection, implicit: a tridiagonal system in each column of at least 2 points.
struct Advection {
  double* u = nullptr;
  const double *u_p = nullptr, *utens = nullptr, *wcon = nullptr;
  double dtr_stage = 0;
};
struct AdvectionArrays {
  double *ccol = nullptr, *dcol = nullptr;
};

/// Loops over whole planes, forward and backward.
void advect_by_arrays(const Advection& fields, const AdvectionArrays& arrays, const Points& points);
/// The same for one row along i after the other, so that the temporaries stay in the cache.
void advect_by_rows(const Advection& fields, const Points& points);
/// Columns of a few points with all that makes it faster on x86-64: see advection_by_hand.cpp. n[0] is a multiple of 8.
void advect_by_vectors(const Advection& fields, const Points& points);

/// a = b + scale c as triad(), but writes past the caches. All are aligned to 64 bytes; `elements` is a multiple of 8.
void streaming_triad(double* a, const double* b, const double* c, double scale, long elements);

/// Memory for the temporaries of a thread, aligned to 64 bytes.
class Scratch {
public:
  explicit Scratch(std::size_t doubles);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  double* data() const { return data_; }

private:
  double* data_;
};

} // namespace bench
