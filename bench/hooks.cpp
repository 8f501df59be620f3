// Measures the time and the memory allocations of pre_call_function and post_call_function, for a routine with 15
// clauses and nothing to copy.

#include "bench/command_line.hpp"
#include "bench/pairs.hpp"
#include "core/accelerator/accelerator.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

namespace {

std::atomic<long> allocations{0};

using namespace nopal;

/// Storage that nobody touches, since there is nothing to copy.
struct NoMemory : HostMemory {
  Layout grid;
  std::byte here{};
  std::byte* data(Slot) override { return &here; }
  const Layout& layout(int) const override { return grid; }
  void cycle(int) override {}
};

int measure(long calls) {
  Variables variables;
  Group group;
  group.thorn = "bench";
  group.name = "fields";
  group.timelevels = 1;
  variables.add_group(group, {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o"});
  Routine initial, evolve;
  initial.id = 0;
  initial.thorn = evolve.thorn = "bench";
  initial.name = "initial";
  initial.bin = "initial";
  evolve.id = 1;
  evolve.name = "evolve";
  evolve.bin = "evol";
  for (int v = 0; v < 15; ++v) {
    initial.writes.push_back({{v, 0}, Region::everywhere, {}});
    if (v < 10)
      evolve.reads.push_back({{v, 0}, Region::everywhere, {}});
    else
      evolve.writes.push_back({{v, 0}, Region::everywhere, {}});
  }
  const std::vector<Routine> routines{initial, evolve};
  DomainSpec spec;
  spec.cells = {20, 20, 20};
  const Domain domain(spec);
  const Decomposition decomposition(domain, 1);
  const Spaces spaces(variables, decomposition, 0);
  NoMemory memory;
  Accelerator accelerator({.variables = &variables, .routines = &routines, .spaces = &spaces}, memory, nullptr, {});
  accelerator.init();
  accelerator.pre_call_function(routines[0], host_place);
  accelerator.post_call_function(routines[0], host_place);
  const auto call = [&] {
    accelerator.pre_call_function(routines[1], host_place);
    accelerator.post_call_function(routines[1], host_place);
  };
  for (int n = 0; n < 1000; ++n) call();

  const long before = allocations;
  std::vector<double> times;
  for (int n = 0; n < 11; ++n)
    times.push_back(bench::seconds([&] {
                      for (long c = 0; c < calls; ++c) call();
                    }) /
                    static_cast<double>(calls));
  const long made = allocations - before;
  const double microseconds = bench::median(times) * 1e6;
  std::printf("%-58s %6.3f us  aim below 0.5  %s\n", "pre_call_function + post_call_function, 15 clauses", microseconds,
              microseconds < 0.5 ? "met" : "missed");
  // The vector of times allocates a few times. An allocation in each call would count thousands.
  std::printf("%-58s %6.3f  aim 0  %s\n", "memory allocations per call", static_cast<double>(made) / (11.0 * calls),
              made < 100 ? "met" : "missed");
  return made < 100 ? 0 : 1;
}

} // namespace

void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

int main(int argc, char** argv) {
  bench::CommandLine line("Measures time and memory allocations of the hooks around a call");
  long calls = 1000000;
  line.number("calls", calls, "Calls to measure");
  return line.main(argc, argv, [&] { return measure(calls); });
}
