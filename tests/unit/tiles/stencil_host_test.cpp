// Random stencils with kernels that mix the bits of all that they read, run in tiles. The results have the same bits as
// those of stages that run one after the other over everything.

#include "core/host/built_in.hpp"
#include "core/kernels/host_kernel.hpp"
#include "core/launch/stencil_host.hpp"
#include "core/variables/poison_word.hpp"
#include "tests/support/array_memory.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/group.hpp"
#include "tests/unit/stencils/chains.hpp"
#include "tests/unit/tiles/random_models.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <deque>

namespace nopal::test {
namespace stencil_host_test {

/// What a kernel of a test reads: the position of the field and the offset.
struct MixedRead {
  int field;
  Index offset;
};
struct MixedKernel {
  std::vector<MixedRead> reads;
  std::vector<int> writes; ///< positions of fields
  VerticalOrder order = VerticalOrder::parallel;
};
/// The first integer of a launch is the number of its kernel here.
std::vector<MixedKernel> mixed_kernels;
std::atomic<long> poison_read{0}; ///< how often a kernel has read a poison word

std::uint64_t* element(const HostField& field, const Index& at, bool checked) {
  if (checked && !field.stored.contains(at)) throw Error("not stored: " + field.stored.text());
  return static_cast<std::uint64_t*>(field.origin) + at[0] * field.stride[0] + at[1] * field.stride[1] +
         at[2] * field.stride[2];
}

void mix_point(const HostLaunch& launch, const LaunchBox& box, const Index& at, bool checked) {
  const MixedKernel& kernel = mixed_kernels[static_cast<std::size_t>(launch.integers[0])];
  std::uint64_t result = static_cast<std::uint64_t>(launch.integers[0]) + 1;
  const auto mix = [&](std::uint64_t bits) { result = (result ^ bits) * 0x9E3779B97F4A7C15u + (bits >> 7); };
  for (const MixedRead& read : kernel.reads) {
    Index there = at;
    for (int axis = 0; axis < 3; ++axis)
      if (launch.grid->exists[axis] != 0) there[axis] += read.offset[axis];
    const std::uint64_t bits = *element(launch.fields[read.field], there, checked);
    if (is_poison(bits)) ++poison_read;
    mix(bits);
  }
  for (int axis = 0; axis < 3; ++axis)
    mix(std::bit_cast<std::uint64_t>(host_kernel::coordinate(*launch.grid, axis, at[axis] + box.image[axis])));
  for (const int field : kernel.writes) *element(launch.fields[field], at, checked) = result + field;
}

void mix_boxes(const HostLaunch& launch, bool checked) {
  const bool backward = mixed_kernels[static_cast<std::size_t>(launch.integers[0])].order == VerticalOrder::backward;
  for (long b = 0; b < launch.n_boxes; ++b) {
    const Box& box = launch.boxes[b].box;
    for (long n = 0; n < box.extent(2); ++n) {
      const long k = backward ? box.upper[2] - 1 - n : box.lower[2] + n;
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i) mix_point(launch, launch.boxes[b], {i, j, k}, checked);
    }
  }
}
void mix_plain(const HostLaunch& launch) { mix_boxes(launch, false); }
void mix_checked(const HostLaunch& launch) { mix_boxes(launch, true); }

/// A stencil of a test: its stages, and the kernels of each of them.
struct Sample {
  struct StageOf {
    VerticalOrder order = VerticalOrder::parallel;
    std::vector<VerticalInterval> intervals; ///< of each kernel; empty: one kernel
    /// For each kernel: variables of the chain and offsets.
    std::vector<std::vector<std::pair<int, Index>>> reads;
  };
  StageChain chain; ///< without reads of own output
  std::vector<StageOf> stages;
  bool vertical = false;
};

/// A process that runs a sample.
class Process {
public:
  Process(const Sample& sample, const DomainSpec& spec, int ranks, int rank)
      : sample_(sample), decomposition_(Domain(spec), ranks, {0, 0, sample.vertical ? 1 : 0}), rank_(rank) {
    for (const StageVariable& variable : sample.chain.variables) {
      Group group = test::group("t::group_" + variable.name, GroupKind::gf);
      group.temporary = variable.temporary;
      variables_.add_group(group, {variable.name});
    }
    mixed_kernels.clear();
    auto stencil = std::make_shared<Stencil>();
    for (std::size_t s = 0; s < sample.stages.size(); ++s) add_stage(s, *stencil);
    stencil->vertical = sample.vertical;
    StencilPhase phase;
    phase.last = static_cast<int>(sample.stages.size());
    phase.chain = sample.chain;
    for (int v = 0; v < variables_.n_variables(); ++v) phase.slots.push_back({v});
    phase.propagation = propagate(sample.chain);
    stencil->phases.push_back(phase);
    stencil_ = stencil;
  }

  Domain domain() const { return decomposition_.domain(); }
  Box interior() const { return decomposition_.interior(rank_); }
  std::vector<long> splitters() const { return {domain().interior().lower[2], domain().interior().upper[2]}; }

  /// Runs stages one after the other over everything. Only here temporaries have storage.
  std::vector<std::uint64_t> reference() {
    const std::unique_ptr<ArrayMemory> memory = fresh();
    for (int v = 0; v < variables_.n_variables(); ++v)
      if (variables_.group_of(v).temporary) memory->allocate(v);
    const Stencil& stencil = *stencil_;
    const std::vector<long> positions = splitters();
    for (std::size_t s = 0; s < sample_.stages.size(); ++s) {
      const std::optional<Extent> extent = stencil.computed(static_cast<int>(s));
      if (!extent) continue;
      std::vector<const IntervalKernel*> kernels;
      for (const IntervalKernel& each : stencil.stages[s].kernels) kernels.push_back(&each);
      if (stencil.stages[s].order == VerticalOrder::backward) std::reverse(kernels.begin(), kernels.end());
      for (const IntervalKernel* each : kernels) {
        Box box = interior();
        for (int axis = 0; axis < 3; ++axis)
          if (domain().exists(axis) && !(sample_.vertical && axis == 2))
            box.lower[axis] += extent->lower[axis], box.upper[axis] += extent->upper[axis];
        if (stencil.stages[s].has_intervals) {
          const VerticalRange range = range_of(each->interval, positions);
          box.lower[2] = range.lower, box.upper[2] = range.upper;
        }
        std::vector<LaunchBox> boxes;
        for (LaunchBox part : launch_boxes(decomposition_, rank_, Region::everywhere)) {
          part.box = intersection(part.box, box);
          part.normal = {0, 0, 0};
          if (!part.box.empty()) boxes.push_back(part);
        }
        // Along k first, for stages with an order.
        std::sort(boxes.begin(), boxes.end(), [&](const LaunchBox& a, const LaunchBox& b) {
          return stencil.stages[s].order == VerticalOrder::backward ? a.box.lower[2] > b.box.lower[2]
                                                                    : a.box.lower[2] < b.box.lower[2];
        });
        kernels_[each->routine].run_on_host(*memory, boxes, clock_);
      }
    }
    return bits(*memory);
  }

  std::vector<std::uint64_t> tiled(const Index& shape, HostVersion version, HostBackend* backend, bool poison) {
    const std::unique_ptr<ArrayMemory> memory = fresh();
    const int threads = backend == nullptr ? 1 : backend->members();
    HostStencil bound(*stencil_, decomposition_, rank_,
                      [this](int routine) -> BoundKernel& { return kernels_[routine]; }, splitters(),
                      {shape, std::size_t{1} << 16, threads});
    if (poison) bound.set_poison([](int) { return poison_bits({}); });
    bound.run(*memory, clock_, version, backend);
    const std::vector<std::uint64_t> first = bits(*memory);
    // A second run with the same buffers.
    refill(*memory);
    bound.run(*memory, clock_, version, backend);
    EXPECT_EQ(bits(*memory), first);
    return first;
  }

private:
  void add_stage(std::size_t s, Stencil& stencil) {
    const Sample::StageOf& own = sample_.stages[s];
    StencilStage stage;
    stage.name = sample_.chain.stages[s].name;
    stage.order = own.order;
    stage.has_intervals = !own.intervals.empty();
    for (std::size_t n = 0; n < own.reads.size(); ++n) {
      stage.kernels.push_back(
          {stage.has_intervals ? own.intervals[n] : stencil.axis.whole(), static_cast<int>(kernels_.size()), {}});
      add_kernel(sample_.chain.stages[s], own, own.reads[n]);
    }
    stencil.stages.push_back(stage);
  }

  void add_kernel(const Stage& stage, const Sample::StageOf& own, const std::vector<std::pair<int, Index>>& reads) {
    MixedKernel mixed;
    mixed.order = own.order;
    std::vector<int> used;
    const auto field = [&](int variable) {
      const auto found = std::find(used.begin(), used.end(), variable);
      if (found != used.end()) return static_cast<int>(found - used.begin());
      used.push_back(variable);
      return static_cast<int>(used.size()) - 1;
    };
    for (const auto& [variable, offset] : reads) mixed.reads.push_back({field(variable), offset});
    for (const int variable : stage.writes) mixed.writes.push_back(field(variable));
    const std::string number = "t::n" + std::to_string(mixed_kernels.size());
    std::vector<KernelArgument>& arguments = arguments_.emplace_back();
    for (const int variable : used)
      arguments.push_back({"v", text("t::" + sample_.chain.variables[variable].name), ArgumentKind::field});
    arguments.push_back({"number", text(number), ArgumentKind::integer});
    ParameterDeclaration declaration;
    declaration.thorn = "t";
    declaration.name = number.substr(3);
    declaration.type = ParameterType::integer;
    declaration.default_value = Value{false, {static_cast<std::int64_t>(mixed_kernels.size())}};
    parameters_.declare(declaration);
    mixed_kernels.push_back(mixed);
    code_.push_back({"t", "kernel", arguments.data(), static_cast<int>(arguments.size()), mix_plain, mix_checked,
                     nullptr, "", "", ""});
    code_.back().order = own.order;
    kernels_.emplace_back(code_.back(), variables_, parameters_, kernel_grid(domain()));
  }

  const char* text(const std::string& text) { return texts_.emplace_back(text).c_str(); }

  std::unique_ptr<ArrayMemory> fresh() {
    auto memory = std::make_unique<ArrayMemory>(variables_, decomposition_, rank_);
    refill(*memory);
    return memory;
  }
  void refill(ArrayMemory& memory) const {
    for (int v = 0; v < variables_.n_variables(); ++v) {
      auto* data = reinterpret_cast<std::uint64_t*>(memory.data({v}));
      for (long n = 0; data != nullptr && n < memory.layout(v).size; ++n)
        data[n] = (static_cast<std::uint64_t>(n) * 31 + static_cast<std::uint64_t>(v)) * 0xD1342543DE82EF95u;
    }
  }
  /// All bits of the variables that are not temporary, boundary and ghosts included.
  std::vector<std::uint64_t> bits(ArrayMemory& memory) const {
    std::vector<std::uint64_t> all;
    for (int v = 0; v < variables_.n_variables(); ++v) {
      if (variables_.group_of(v).temporary) continue;
      const auto* data = reinterpret_cast<const std::uint64_t*>(memory.data({v}));
      all.insert(all.end(), data, data + memory.layout(v).size);
    }
    return all;
  }

  const Sample& sample_;
  Decomposition decomposition_;
  int rank_;
  Variables variables_;
  Parameters parameters_;
  std::deque<std::string> texts_;
  std::deque<std::vector<KernelArgument>> arguments_;
  std::deque<Kernel> code_;
  std::deque<BoundKernel> kernels_;
  std::shared_ptr<const Stencil> stencil_;
  KernelClock clock_{0.5, 0.25, 3};
};

/// A grid whose ghosts and boundary are as wide as the sample needs, on `ranks` processes.
DomainSpec random_spec(const Sample& sample, int dimension) {
  DomainSpec spec;
  spec.dimension = dimension;
  spec.ghosts = spec.boundary_width = 1;
  const Propagation propagation = propagate(sample.chain);
  for (const std::vector<std::optional<Extent>>* extents : {&propagation.inputs, &propagation.written})
    for (const std::optional<Extent>& extent : *extents)
      for (int axis = 0; axis < dimension && extent; ++axis)
        spec.ghosts = std::max<long>({spec.ghosts, -extent->lower[axis], extent->upper[axis]});
  spec.boundary_width = spec.ghosts;
  spec.centering = draw(0, 1) == 0 ? Centering::vertex : Centering::cell;
  for (int axis = 0; axis < dimension; ++axis) {
    spec.cells[axis] = 2 * spec.ghosts + draw(3, 12);
    spec.periodic[axis] = draw(0, 1) == 0;
    spec.lower[axis] = -1.5;
  }
  return spec;
}

Index random_shape(int dimension) {
  Index shape{0, 0, 0};
  for (int axis = 0; axis < dimension; ++axis) shape[axis] = draw(0, 3) == 0 ? 0 : draw(1, draw(0, 1) == 0 ? 20 : 4);
  return shape;
}

void expect_equal_bits(const Sample& sample, int dimension, const std::string& what) {
  static const std::unique_ptr<HostBackend> backends[] = {nullptr, serial_backend(), threads_backend(3),
                                                          openmp_blocks_backend(2)};
  const int ranks = draw(1, 2), rank = draw(0, ranks - 1);
  Process process(sample, random_spec(sample, dimension), ranks, rank);
  const std::vector<std::uint64_t> expected = process.reference();
  for (int n = 0; n < 3; ++n) {
    const Index shape = random_shape(dimension);
    ASSERT_EQ(process.tiled(shape, draw(0, 1) == 0 ? HostVersion::plain : HostVersion::checked,
                            backends[draw(0, 3)].get(), draw(0, 1) == 0),
              expected)
        << what << ", tiles " << shape[0] << ' ' << shape[1] << ' ' << shape[2];
  }
  ASSERT_EQ(poison_read, 0) << what;
}

/// The sample of a model: one kernel a stage, which reads the corners of its extents.
Sample sample_of(const StageChain& chain) {
  Sample sample{chain, {}, false};
  for (const Stage& stage : chain.stages) {
    Sample::StageOf& own = sample.stages.emplace_back();
    own.reads.emplace_back();
    for (const StageRead& read : stage.reads)
      for (const std::array<int, 3>& corner : {read.extent.lower, read.extent.upper})
        own.reads[0].push_back({read.variable, {corner[0], corner[1], corner[2]}});
  }
  return sample;
}

TEST(HostStencil, GivesTheBitsOfStagesOneAfterTheOther) {
  for (int n = 0, cases = number_of_cases(250, 10'000); n < cases; ++n) {
    const int dimension = draw(1, 3);
    const Sample sample = sample_of(random_model(dimension).chain);
    expect_equal_bits(sample, dimension, "case " + std::to_string(n));
    if (HasFatalFailure()) return;
  }
}

/// The points of the axis, in the order of a stage with intervals: the first one, those between, the last one.
const std::vector<VerticalInterval> three_intervals{{{0, 1}, {0, 1}}, {{0, 2}, {1, -2}}, {{1, -1}, {1, -1}}};

Index horizontal(const Extent& extent, bool lower) {
  const std::array<int, 3>& corner = lower ? extent.lower : extent.upper;
  return {corner[0], corner[1], 0};
}

/// A vertical stencil. Each stage reads along k as far as its intervals and its order allow.
Sample random_vertical_sample() {
  Sample sample{random_model(2).chain, {}, true};
  for (const Stage& stage : sample.chain.stages) {
    Sample::StageOf& own = sample.stages.emplace_back();
    own.order = static_cast<VerticalOrder>(draw(0, 2));
    const bool has_intervals = draw(0, 2) > 0;
    if (has_intervals) own.intervals = three_intervals;
    for (int n = 0; n < (has_intervals ? 3 : 1); ++n) {
      auto& reads = own.reads.emplace_back();
      const int lowest = !has_intervals || n == 0 ? 0 : -1, highest = !has_intervals || n == 2 ? 0 : 1;
      for (const StageRead& read : stage.reads)
        for (const bool lower : {true, false}) {
          reads.emplace_back(read.variable, horizontal(read.extent, lower));
          const bool written = std::find(stage.writes.begin(), stage.writes.end(), read.variable) != stage.writes.end();
          if (!written && sample.chain.variables[read.variable].temporary)
            reads.back().second[2] = draw(lowest, highest);
        }
      for (const int variable : stage.writes) {
        if (own.order == VerticalOrder::forward && lowest < 0) reads.push_back({variable, {0, 0, -1}});
        if (own.order == VerticalOrder::backward && highest > 0) reads.push_back({variable, {0, 0, 1}});
      }
    }
  }
  return sample;
}

TEST(HostStencil, VerticalStencilsGiveTheBitsOfStagesOneAfterTheOther) {
  for (int n = 0, cases = number_of_cases(250, 10'000); n < cases; ++n) {
    const Sample sample = random_vertical_sample();
    expect_equal_bits(sample, 3, "case " + std::to_string(n));
    if (HasFatalFailure()) return;
  }
}

TEST(HostStencil, PoisonIsReadWhereAKernelReadsFurtherThanTheStencilKnows) {
  for (const Index offset : {Index{2, 0, 0}, Index{-2, 0, 0}, Index{0, 2, 0}, Index{0, -2, 0}}) {
    // The memory of t lies between that of the two others, so a read beside it stays in the buffer.
    Sample sample = sample_of(
        chain_of("a out before t",
                 {"t before behind = a<-1:1,-1:1>", "out = t<-1:1,-1:1> + before<-1:1,-1:1> + behind<-1:1,-1:1>"},
                 {"t", "before", "behind"}));
    DomainSpec spec = random_spec(sample, 2);
    spec.cells = {24, 24, 1};
    poison_read = 0;
    Process(sample, spec, 1, 0).tiled({7, 5, 1}, HostVersion::plain, nullptr, true);
    EXPECT_EQ(poison_read, 0);
    sample.stages[1].reads[0].emplace_back(3, offset);
    Process(sample, spec, 1, 0).tiled({7, 5, 1}, HostVersion::plain, nullptr, true);
    EXPECT_GT(poison_read, 0) << offset[0] << ' ' << offset[1];
  }
}

} // namespace stencil_host_test
} // namespace nopal::test
