// Counts the floating-point operations of right-hand sides for each cell: it compiles the texts of the kernels with a
// number that counts them. Of the two sides of a ?: it counts the one that is taken, as a mean over the cells of a
// smooth state.

#include "bench/command_line.hpp"
#include "bench/counted.hpp"

#include <cmath>
#include <cstdio>
#include <initializer_list>

// The words of the language of kernels that C++ does not have.
#define function [[maybe_unused]] static
using real = bench::Counted;

namespace {

using bench::Counted;
using Field = bench::CountedField;

constexpr long reach = 4; // kernels read less far
const double dx = 0.01, dy = 0.01, dz = 0.01;

/// Calls a kernel at all cells that have neighbours enough.
template <class Kernel> void everywhere(long margin, Kernel&& kernel) {
  for (long k = margin; k < Field::cells - margin; ++k)
    for (long j = margin; j < Field::cells - margin; ++j)
      for (long i = margin; i < Field::cells - margin; ++i) kernel(i, j, k);
}

/// Returns the operations of a kernel for each cell.
template <class Kernel> double operations(Kernel&& kernel) {
  double count = 0;
  everywhere(reach, [&](long i, long j, long k) {
    Counted::operations.clear();
    kernel(i, j, k);
    count += static_cast<double>(Counted::operations.size());
  });
  const double inner = Field::cells - 2 * reach;
  return count / (inner * inner * inner);
}

/// A wave, which differs from field to field.
double wave(int number, long i, long j, long k) {
  return std::sin(0.3 * static_cast<double>(i) + number) + std::sin(0.4 * static_cast<double>(j) + 2 * number) +
         std::sin(0.5 * static_cast<double>(k) + 3 * number);
}

/// Sets each field to a wave of its own.
void set_waves(std::initializer_list<Field*> fields) {
  int number = 0;
  for (Field* field : fields) {
    ++number;
    everywhere(0, [&](long i, long j, long k) { (*field)(i, j, k) = wave(number, i, j, k); });
  }
}

namespace gas {

const double gamma = 1.4;
const int riemann_hllc = 0, riemann_rusanov = 2, riemann = riemann_hllc;
Field rho, mom_x, mom_y, mom_z, energy, u, v, w, p;
Field mass_x, mom_x_x, mom_y_x, mom_z_x, energy_x;
Field mass_y, mom_x_y, mom_y_y, mom_z_y, energy_y;
Field mass_z, mom_x_z, mom_y_z, mom_z_z, energy_z;
Field rho_edge_x, u_edge_x, v_edge_x, w_edge_x, p_edge_x, rho_edge_y, u_edge_y, v_edge_y, w_edge_y, p_edge_y,
    rho_edge_z, u_edge_z, v_edge_z, w_edge_z, p_edge_z;
Field rho_rhs, mom_x_rhs, mom_y_rhs, mom_z_rhs, energy_rhs;

#include "plugins/euler/functions.kernel"

void primitives(long i, long j, long k) {
#include "plugins/euler/primitives.kernel"
}
void edge_x(long i, long j, long k) {
#include "plugins/euler/edge_x.kernel"
}
void ppm_x(long i, long j, long k) {
#include "plugins/euler/ppm_x.kernel"
}
void edge_y(long i, long j, long k) {
#include "plugins/euler/edge_y.kernel"
}
void ppm_y(long i, long j, long k) {
#include "plugins/euler/ppm_y.kernel"
}
void edge_z(long i, long j, long k) {
#include "plugins/euler/edge_z.kernel"
}
void ppm_z(long i, long j, long k) {
#include "plugins/euler/ppm_z.kernel"
}
void divergence(long i, long j, long k) {
#include "plugins/euler/divergence.kernel"
}

double count() {
  everywhere(0, [](long i, long j, long k) {
    rho(i, j, k) = 2.0 + 0.1 * wave(1, i, j, k);
    mom_x(i, j, k) = 0.1 * wave(2, i, j, k);
    mom_y(i, j, k) = 0.1 * wave(3, i, j, k);
    mom_z(i, j, k) = 0.1 * wave(4, i, j, k);
    energy(i, j, k) = 3.0 + 0.1 * wave(5, i, j, k);
    primitives(i, j, k);
  });
  everywhere(3, [](long i, long j, long k) {
    edge_x(i, j, k);
    edge_y(i, j, k);
    edge_z(i, j, k);
  });
  double total = 0;
  for (auto* stage : {primitives, edge_x, edge_y, edge_z, ppm_x, ppm_y, ppm_z, divergence}) total += operations(stage);
  return total;
}

} // namespace gas

namespace light {

const double light_speed = 1.0;
Field ex, ey, ez, bx, by, bz, ex_rhs, ey_rhs, ez_rhs, bx_rhs, by_rhs, bz_rhs;

#include "plugins/maxwell/functions.kernel"

double count() {
  set_waves({&ex, &ey, &ez, &bx, &by, &bz});
  return operations([](long i, long j, long k) {
#include "plugins/maxwell/rhs.kernel"
  });
}

} // namespace light

namespace sound {

const double speed = 1.0;
Field p, vx, vy, vz, p_rhs, vx_rhs, vy_rhs, vz_rhs;

double count() {
  set_waves({&p, &vx, &vy, &vz});
  return operations([](long i, long j, long k) {
#include "plugins/acoustics/rhs.kernel"
  });
}

} // namespace sound

int count() {
  std::printf("euler: %.1f flops\nmaxwell: %.1f flops\nacoustics: %.1f flops\n", gas::count(), light::count(),
              sound::count());
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  bench::CommandLine line("Counts the floating-point operations of right-hand sides for each cell");
  return line.main(argc, argv, count);
}
