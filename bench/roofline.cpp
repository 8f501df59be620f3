// Measures what bounds a kernel on the processor: the bandwidth of memory by a triad that writes past the caches, and
// the rate of floating-point operations by multiplications and additions that wait for nothing. bench/physics runs it.

#include "bench/command_line.hpp"
#include "bench/pairs.hpp"
#include "bench/roofline_by_hand.hpp"
#include "bench/stencils_by_hand.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

int measure(long elements, long times) {
  elements = (elements + 7) / 8 * 8;
  const bench::Scratch a(elements), b(elements), c(elements);
  std::fill_n(b.data(), elements, 1.0);
  std::fill_n(c.data(), elements, 2.0);
  constexpr long rounds = 20'000'000;
  std::vector<double> bandwidths, fused, separate;
  bench::streaming_triad(a.data(), b.data(), c.data(), 3.0, elements);
  for (long n = 0; n < times; ++n) {
    bandwidths.push_back(24.0 * static_cast<double>(elements) /
                         bench::seconds([&] { bench::streaming_triad(a.data(), b.data(), c.data(), 3.0, elements); }));
    double flops = 0;
    const double of_fused = bench::seconds([&] { flops = bench::fused_operations(rounds); });
    fused.push_back(flops / of_fused);
    const double of_separate = bench::seconds([&] { flops = bench::separate_operations(rounds); });
    separate.push_back(flops / of_separate);
  }
  std::printf("roofline: %.4g bytes/s, %.4g flops/s fused, %.4g flops/s not fused\n", bench::median(bandwidths),
              bench::median(fused), bench::median(separate));
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  bench::CommandLine line("Measures the bandwidth of memory and the peak of floating-point operations");
  long elements = 20'000'000, times = 3;
  line.number("elements", elements, "Elements of each array of the triad");
  line.number("times", times, "Measurements; the median is printed");
  return line.main(argc, argv, [&] { return measure(elements, times); });
}
