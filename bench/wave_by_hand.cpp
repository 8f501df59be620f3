#include "bench/wave_by_hand.hpp"

namespace bench {

void evolve_by_hand(double* __restrict__ phi, const double* __restrict__ phi_p, const double* __restrict__ phi_p_p,
                    long stride_j, long stride_k, const nopal::Box& box, const std::array<double, 3>& spacing,
                    double dt) {
  const double dx = spacing[0], dy = spacing[1], dz = spacing[2];
#pragma omp parallel for collapse(2)
  for (long k = box.lower[2]; k < box.upper[2]; ++k) {
    for (long j = box.lower[1]; j < box.upper[1]; ++j) {
      const long row = j * stride_j + k * stride_k;
#pragma omp simd
      for (long i = box.lower[0]; i < box.upper[0]; ++i) {
        const long n = row + i;
        const double laplacian = (phi_p[n + 1] - 2.0 * phi_p[n] + phi_p[n - 1]) / (dx * dx) +
                                 (phi_p[n + stride_j] - 2.0 * phi_p[n] + phi_p[n - stride_j]) / (dy * dy) +
                                 (phi_p[n + stride_k] - 2.0 * phi_p[n] + phi_p[n - stride_k]) / (dz * dz);
        phi[n] = 2.0 * phi_p[n] - phi_p_p[n] + dt * dt * laplacian;
      }
    }
  }
}

void swell_by_hand(double* __restrict__ phi, const double* __restrict__ phi_p, const double* __restrict__ phi_p_p,
                   long stride_j, long stride_k, const nopal::Box& box, const std::array<double, 3>& spacing,
                   double dt) {
  const double dx = spacing[0], dy = spacing[1], dz = spacing[2];
  const double wx = dt * dt / (dx * dx), wy = dt * dt / (dy * dy), wz = dt * dt / (dz * dz);
#pragma omp parallel for collapse(2)
  for (long k = box.lower[2]; k < box.upper[2]; ++k) {
    for (long j = box.lower[1]; j < box.upper[1]; ++j) {
      const long row = j * stride_j + k * stride_k;
#pragma omp simd
      for (long i = box.lower[0]; i < box.upper[0]; ++i) {
        const long n = row + i;
        phi[n] = 2.0 * phi_p[n] - phi_p_p[n] +
                 (wx * (phi_p[n + 1] - 2.0 * phi_p[n] + phi_p[n - 1]) +
                  wy * (phi_p[n + stride_j] - 2.0 * phi_p[n] + phi_p[n - stride_j]) +
                  wz * (phi_p[n + stride_k] - 2.0 * phi_p[n] + phi_p[n - stride_k]));
      }
    }
  }
}

void triad_by_hand(double* __restrict__ u, const double* __restrict__ v, const double* __restrict__ w, double scale,
                   long stride_j, long stride_k, const nopal::Box& box) {
#pragma omp parallel for collapse(2)
  for (long k = box.lower[2]; k < box.upper[2]; ++k) {
    for (long j = box.lower[1]; j < box.upper[1]; ++j) {
      const long row = j * stride_j + k * stride_k;
#pragma omp simd
      for (long n = row + box.lower[0]; n < row + box.upper[0]; ++n) u[n] = v[n] + scale * w[n];
    }
  }
}

void triad(double* __restrict__ a, const double* __restrict__ b, const double* __restrict__ c, double scale,
           long elements) {
#pragma omp parallel for simd
  for (long n = 0; n < elements; ++n) a[n] = b[n] + scale * c[n];
}

} // namespace bench
