#pragma once
// Stencils of a thorn that lies beside the tests, run on one process.

#include "core/host/built_in.hpp"
#include "core/launch/stencil_host.hpp"
#include "core/launch/stencil_launches.hpp"
#include "core/plugins/loader.hpp"
#include "core/variables/poison_word.hpp"
#include "tests/support/array_memory.hpp"
#include "tests/unit/schedule/world.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace nopal::test {

constexpr std::size_t small_cache = 1024, large_cache = std::size_t{1} << 30;

/// A thorn with its library.
class SampleThorn {
public:
  explicit SampleThorn(const std::string& name)
      : library_(load_plugin(NOPAL_TEST_THORNS "/lib" + name + ".so", "thorn", name)), world_({declaration(name)}),
        schedule_(world_.build()) {}

  const World& world() const { return world_; }
  const Schedule& schedule() const { return schedule_; }
  const Kernel& kernel_of(const Routine& routine) const {
    for (int n = 0; n < library_.n_kernels; ++n)
      if (routine.name == library_.kernels[n]->name) return *library_.kernels[n];
    throw Error("no kernel " + routine.name);
  }
  const StencilKernel& source_of(const std::string& stencil) const {
    for (int n = 0; n < library_.n_stencils; ++n)
      if (stencil == library_.stencils[n]->name) return *library_.stencils[n];
    throw Error("no stencil " + stencil);
  }

private:
  static std::string declaration(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(NOPAL_TEST_THORNS "/" + name + ".yaml").rdbuf();
    return text.str();
  }

  const Plugin& library_;
  World world_;
  Schedule schedule_;
};

struct Way {
  int threads = 1;
  std::size_t cache_bytes = small_cache;
  Index tile{0, 0, 0};
  bool poison = false;
  HostVersion version = HostVersion::plain;
  bool joined = true;
};

/// One stencil on one process.
class SampleRun {
public:
  SampleRun(const SampleThorn& thorn, const std::string& stencil, const DomainSpec& spec, int ranks = 1, int rank = 0)
      : thorn_(thorn), stencil_(stencil_of(thorn, stencil)),
        decomposition_(Domain(spec), ranks, {0, 0, stencil_.vertical ? 1 : 0}), rank_(rank), name_(stencil) {
    for (const Routine& routine : thorn.schedule().routines()) {
      kernels_.push_back(nullptr);
      if (routine.is_kernel)
        kernels_.back() = std::make_unique<BoundKernel>(thorn.kernel_of(routine), variables(), thorn.world().parameters,
                                                        kernel_grid(domain()), routine.bindings);
    }
  }

  const Domain& domain() const { return decomposition_.domain(); }
  const KernelClock& clock() const { return clock_; }

  /// All bits after the stages have run one after the other.
  std::vector<std::byte> stage_by_stage() {
    const std::unique_ptr<ArrayMemory> memory = fresh();
    for (int v = 0; v < variables().n_variables(); ++v)
      if (variables().group_of(v).temporary) memory->allocate(v);
    for (const StageLaunch& launch : stage_launches(stencil_, decomposition_, rank_, splitters(between)))
      kernel(launch.routine).run_on_host(*memory, launch.boxes, clock_);
    return bits(*memory);
  }

  /// The stencil as it runs with stages together, where this is possible.
  std::unique_ptr<HostStencil> host(const Way& way, const StencilKernel& source) {
    const std::vector<long> first = splitters(between_at_start.empty() ? between : between_at_start);
    auto host = std::make_unique<HostStencil>(
        stencil_, decomposition_, rank_, [this](int routine) -> BoundKernel& { return kernel(routine); }, first,
        TileWish{way.tile, way.cache_bytes, way.threads});
    if (way.joined) host->join(source, variables(), first);
    if (!between_at_start.empty()) host->set_splitters(splitters(between));
    if (way.poison) host->set_poison([](int) { return poison_bits({}); });
    return host;
  }
  std::unique_ptr<HostStencil> host(const Way& way) { return host(way, thorn_.source_of(name_)); }

  /// All bits after HostStencil has run it twice; text and bytes are kept.
  std::vector<std::byte> together(const Way& way) { return together(way, thorn_.source_of(name_)); }
  std::vector<std::byte> together(const Way& way, const StencilKernel& source) {
    const std::unique_ptr<HostStencil> host = this->host(way, source);
    text = host->text(0);
    bytes = host->buffer_bytes();
    const std::unique_ptr<HostBackend> backend = threads_backend(way.threads);
    std::vector<std::byte> first;
    for (int n = 0; n < 2; ++n) {
      const std::unique_ptr<ArrayMemory> memory = fresh();
      host->run(*memory, clock_, way.version, way.threads > 1 ? backend.get() : nullptr);
      if (n == 0) first = bits(*memory);
      EXPECT_EQ(bits(*memory), first);
    }
    return first;
  }

  std::unique_ptr<ArrayMemory> fresh() const {
    auto memory = std::make_unique<ArrayMemory>(variables(), decomposition_, rank_);
    for (int v = 0; v < variables().n_variables(); ++v) {
      auto* values = reinterpret_cast<double*>(memory->data({v}));
      for (long n = 0, at = v; values != nullptr && n < memory->layout(v).size; ++n, at = (at + 856) % 1009)
        values[n] = 0.1 + static_cast<double>(at) / 97;
    }
    return memory;
  }
  std::vector<std::byte> bits(ArrayMemory& memory) const {
    std::vector<std::byte> all;
    for (int v = 0; v < variables().n_variables(); ++v) {
      if (variables().group_of(v).temporary) continue;
      const std::byte* data = memory.data({v});
      all.insert(all.end(), data, data + static_cast<std::size_t>(memory.layout(v).size) * sizeof(double));
    }
    return all;
  }

  std::string text; ///< HostStencil::text()
  std::size_t bytes = 0;
  std::vector<long> between;          ///< splitters between bottom and top: interior points below each
  std::vector<long> between_at_start; ///< where they are before they are moved; empty: they are not moved

private:
  static const Stencil& stencil_of(const SampleThorn& thorn, const std::string& name) {
    for (const Routine& routine : thorn.schedule().routines())
      if (routine.name == name && routine.stencil) return *routine.stencil;
    throw Error("no stencil " + name);
  }
  const Variables& variables() const { return thorn_.world().variables; }
  BoundKernel& kernel(int routine) { return *kernels_[static_cast<std::size_t>(routine)]; }
  /// Without positions, all lie below the first point.
  std::vector<long> splitters(const std::vector<long>& between) const {
    std::vector<long> all(stencil_.splitter_points.size() + 2, domain().interior().lower[2]);
    for (std::size_t n = 0; n < between.size(); ++n) all[n + 1] += between[n];
    all.back() = domain().interior().upper[2];
    return all;
  }

  const SampleThorn& thorn_;
  const Stencil& stencil_;
  Decomposition decomposition_;
  int rank_;
  std::string name_;
  std::vector<std::unique_ptr<BoundKernel>> kernels_;
  KernelClock clock_{0.5, 0.25, 3};
};

/// A grid with so many interior points. Axes are periodic if they have more points than ghosts.
inline DomainSpec grid(const Index& points, int dimension, bool periodic, long ghosts) {
  DomainSpec spec;
  spec.dimension = dimension;
  spec.centering = Centering::cell;
  spec.ghosts = spec.boundary_width = ghosts;
  for (int axis = 0; axis < dimension; ++axis) {
    spec.cells[axis] = points[axis];
    spec.lower[axis] = -1.5;
    spec.periodic[axis] = periodic && points[axis] >= ghosts;
  }
  return spec;
}

} // namespace nopal::test
