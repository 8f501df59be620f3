// Iterates the wave equation with a loop written by hand over three arrays. bench/tiles compares epochs with it.

#include "bench/command_line.hpp"
#include "bench/pairs.hpp"
#include "bench/wave_by_hand.hpp"
#include "core/base/error.hpp"
#include "core/grid/decomposition.hpp"
#include "core/grid/domain.hpp"
#include "core/grid/layout.hpp"

#include <sys/mman.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace {

using namespace nopal;

struct Free {
  void operator()(double* memory) const { std::free(memory); }
};

/// A timelevel. As in nopal, the system is asked for huge pages, and the timelevels start at different lines.
struct Array {
  Array(const Layout& layout, int number) : skip(layout.origin() + static_cast<long>(number) * 17 * 8) {
    constexpr std::size_t huge_page = std::size_t{1} << 21;
    const std::size_t elements = layout.size + static_cast<std::size_t>(number) * 17 * 8;
    const std::size_t bytes = (elements * sizeof(double) + huge_page - 1) / huge_page * huge_page;
    memory.reset(static_cast<double*>(std::aligned_alloc(huge_page, bytes)));
    if (!memory) throw Error("no memory for the loop by hand: use fewer cells");
    (void)madvise(memory.get(), bytes, MADV_HUGEPAGE);
  }
  /// The global index (0, 0, 0).
  double* data() const { return memory.get() + skip; }

  std::unique_ptr<double, Free> memory;
  long skip;
};

/// Sets a pulse at rest in the interior, and 0 on the boundary. The threads that use the memory touch it first.
void set_pulse(double* phi, const Layout& layout, const Box& points, const Box& interior, const Domain& domain) {
  const long stride_j = layout.stride[1], stride_k = layout.stride[2];
  const auto spacing = domain.spacing();
#pragma omp parallel for collapse(2)
  for (long k = points.lower[2]; k < points.upper[2]; ++k)
    for (long j = points.lower[1]; j < points.upper[1]; ++j)
      for (long i = points.lower[0]; i < points.upper[0]; ++i) {
        const double x = static_cast<double>(i) * spacing[0] - 0.5, y = static_cast<double>(j) * spacing[1] - 0.5,
                     z = static_cast<double>(k) * spacing[2] - 0.5;
        const bool inside = i >= interior.lower[0] && i < interior.upper[0] && j >= interior.lower[1] &&
                            j < interior.upper[1] && k >= interior.lower[2] && k < interior.upper[2];
        phi[i + j * stride_j + k * stride_k] = inside ? std::exp(-20.0 * (x * x + y * y + z * z)) : 0.0;
      }
}

int measure(long cells, long iterations, const std::string& loop) {
  if (loop != "swell" && loop != "wavetoy") throw Error("there is no loop \"" + loop + "\"; expected swell or wavetoy");
  const auto step = loop == "swell" ? bench::swell_by_hand : bench::evolve_by_hand;
  DomainSpec spec;
  spec.cells = {cells, cells, cells};
  const Domain domain(spec);
  const Decomposition decomposition(domain, 1);
  const Box interior = decomposition.interior(0), points = decomposition.owned(0);
  const Layout layout = grid_layout(decomposition.stored(0), interior.lower[0], 3);
  std::array<Array, 3> timelevels = {Array(layout, 0), Array(layout, 1), Array(layout, 2)};
  for (const Array& array : timelevels) set_pulse(array.data(), layout, points, interior, domain);
  const double seconds = bench::seconds([&] {
    for (long n = 0; n < iterations; ++n) {
      std::swap(timelevels[2], timelevels[1]);
      std::swap(timelevels[1], timelevels[0]); // the oldest is now the one to write
      step(timelevels[0].data(), timelevels[1].data(), timelevels[2].data(), layout.stride[1], layout.stride[2],
           interior, domain.spacing(), domain.dt());
    }
  });
  std::printf("loop by hand: %ld iterations in %.3f s, %.4g points/s\n", iterations, seconds,
              static_cast<double>(points.points()) * static_cast<double>(iterations) / seconds);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  bench::CommandLine line("Measures a loop by hand over three arrays for the wave equation");
  long cells = 200, iterations = 64;
  std::string loop = "swell";
  line.number("cells", cells, "Cells along each axis");
  line.number("iterations", iterations, "Iterations");
  line.word("loop", loop, "swell: with factors; wavetoy: with divisions");
  return line.main(argc, argv, [&] { return measure(cells, iterations, loop); });
}
