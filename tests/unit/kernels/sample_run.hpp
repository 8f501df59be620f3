#pragma once
// The kernels of tests/unit/kernels/samples, bound to variables, parameters and memory of one process.

#include "core/declarations/thorn.hpp"
#include "core/launch/bound_kernel.hpp"
#include "core/plugins/loader.hpp"
#include "tests/support/array_memory.hpp"

#include <memory>
#include <string>

namespace nopal::test {

inline ThornDeclaration read_samples() {
  ErrorList errors;
  ThornDeclaration thorn = read_thorn(NOPAL_TEST_THORNS "/samples.yaml", errors);
  errors.raise_if_any();
  return thorn;
}

inline const Kernel& sample_kernel(const std::string& name) {
  const Plugin& plugin = load_plugin(NOPAL_TEST_THORNS "/libsamples.so", "thorn", "samples");
  for (int n = 0; n < plugin.n_kernels; ++n)
    if (name == plugin.kernels[n]->name) return *plugin.kernels[n];
  throw Error("no kernel " + name);
}

struct SampleGrid {
  int dimension = 3;
  bool periodic = false;
  Centering centering = Centering::vertex;
  int ranks = 1, rank = 0;
  std::array<long, 3> cells{13, 7, 9};
};

/// Variables on a grid, with a different number at each point.
class SampleRun {
public:
  explicit SampleRun(const SampleGrid& sample = {})
      : decomposition(Domain(spec(sample)), sample.ranks), grid(kernel_grid(decomposition.domain())),
        rank_(sample.rank) {
    const ThornDeclaration thorn = read_samples();
    for (const GroupDeclaration& group : thorn.groups) variables.add_group(group.group, group.variables);
    for (const ParameterDeclaration& parameter : thorn.parameters) parameters.declare(parameter);
    memory = std::make_unique<ArrayMemory>(variables, decomposition, rank_);
    for (const char* name : {"u", "v", "w"})
      for (int timelevel = 0; timelevel < variables.timelevels(variable(name)); ++timelevel) fill(name, timelevel);
    number<double>("s") = 0.75;
    number<std::int64_t>("n") = 2;
  }

  static DomainSpec spec(const SampleGrid& sample) {
    DomainSpec spec;
    spec.dimension = sample.dimension;
    spec.lower = {-1, 2, 0.5};
    spec.upper = {1, 3, 1.5};
    spec.cells = sample.cells;
    spec.periodic = {sample.periodic, sample.periodic, sample.periodic};
    spec.centering = sample.centering;
    return spec;
  }

  int variable(const std::string& name) const { return *variables.find_variable("samples::" + name); }
  template <class T> T& number(const std::string& name) {
    return *reinterpret_cast<T*>(memory->data({variable(name), 0}));
  }
  double& at(const std::string& name, int timelevel, long i, long j, long k) {
    const Layout& layout = memory->layout(variable(name));
    return reinterpret_cast<double*>(memory->data({variable(name), timelevel}))[layout.index(i, j, k)];
  }

  /// Values in (0, 1).
  void fill(const std::string& name, int timelevel) {
    const Layout& layout = memory->layout(variable(name));
    double* data = reinterpret_cast<double*>(memory->data({variable(name), timelevel}));
    for (long n = 0; n < layout.size; ++n)
      data[n] = 0.05 + 0.9 * static_cast<double>((n * 7919 + 31 * timelevel + 17 * name[0]) % 1009) / 1009;
  }

  void run(const std::string& kernel, Region region, HostVersion version = HostVersion::plain,
           HostBackend* backend = nullptr) {
    BoundKernel bound(sample_kernel(kernel), variables, parameters, grid);
    const auto boxes = launch_boxes(decomposition, rank_, region);
    bound.run_on_host(*memory, boxes, clock, version, backend);
  }

  /// Calls visit(box, i, j, k) for each point of the region.
  template <class Visit> void each(Region region, Visit visit) const {
    for (const LaunchBox& box : launch_boxes(decomposition, rank_, region))
      for (long k = box.box.lower[2]; k < box.box.upper[2]; ++k)
        for (long j = box.box.lower[1]; j < box.box.upper[1]; ++j)
          for (long i = box.box.lower[0]; i < box.box.upper[0]; ++i) visit(box, i, j, k);
  }

  Decomposition decomposition;
  KernelGrid grid;
  Variables variables;
  Parameters parameters;
  std::unique_ptr<ArrayMemory> memory;
  KernelClock clock{0.25, 0.125, 4};

private:
  int rank_;
};

} // namespace nopal::test
