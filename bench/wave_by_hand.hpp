#pragma once
// Loops written by hand, for comparison with the generated code. They are in their own file, which is compiled for this
// machine.

#include "core/grid/box.hpp"

namespace bench {

/// Computes one leapfrog step over `box`. The pointers address the global index (0, 0, 0). Strides are in elements.
void evolve_by_hand(double* phi, const double* phi_p, const double* phi_p_p, long stride_j, long stride_k,
                    const nopal::Box& box, const std::array<double, 3>& spacing, double dt);

/// The same with the factors of bench/swell in place of divisions.
void swell_by_hand(double* phi, const double* phi_p, const double* phi_p_p, long stride_j, long stride_k,
                   const nopal::Box& box, const std::array<double, 3>& spacing, double dt);

/// Computes u = v + scale w over `box`. Pointers and strides are as above.
void triad_by_hand(double* u, const double* v, const double* w, double scale, long stride_j, long stride_k,
                   const nopal::Box& box);

/// Computes a = b + scale c for `elements` elements, as STREAM does.
void triad(double* a, const double* b, const double* c, double scale, long elements);

} // namespace bench
