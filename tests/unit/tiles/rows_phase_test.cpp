// The stencils of the thorn `rows`, whose stages compute rows in step. The results have the same bits as those of
// stages that run one after the other over everything.

#include "core/host/built_in.hpp"
#include "core/launch/stencil_host.hpp"
#include "core/launch/stencil_launches.hpp"
#include "core/plugins/loader.hpp"
#include "core/variables/poison_word.hpp"
#include "tests/support/array_memory.hpp"
#include "tests/unit/schedule/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <deque>
#include <fstream>
#include <sstream>

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t small_cache = 1024, large_cache = std::size_t{1} << 30;

std::string declaration() {
  std::ostringstream text;
  text << std::ifstream(NOPAL_TEST_THORNS "/rows.yaml").rdbuf();
  return text.str();
}

const Plugin& library() { return load_plugin(NOPAL_TEST_THORNS "/librows.so", "thorn", "rows"); }

const Kernel& kernel_of(const Routine& routine) {
  for (int n = 0; n < library().n_kernels; ++n)
    if (routine.name == library().kernels[n]->name) return *library().kernels[n];
  throw Error("no kernel " + routine.name);
}

const StencilKernel& source_of(const std::string& stencil) {
  for (int n = 0; n < library().n_stencils; ++n)
    if (stencil == library().stencils[n]->name) return *library().stencils[n];
  throw Error("no stencil " + stencil);
}

/// The source of a stencil, with rows that count their calls.
class Counted {
public:
  explicit Counted(const std::string& stencil) : source_(source_of(stencil)) {
    original_ = source_.rows;
    for (const StageRows& rows : source_.all_rows()) rows_.push_back(rows);
    for (StageRows& rows : rows_) rows.in_step = &rows == rows_.data() ? count<0> : count<1>, rows.part = count_part;
    source_.rows = rows_.data();
    calls = parts = past_caches = 0;
  }
  const StencilKernel& source() const { return source_; }

  inline static std::atomic<long> calls, parts, past_caches; ///< of in_step; of part; runs with fields past the caches
  inline static std::array<RowRange, 2> first_stage; ///< what it computes beside the strips in the last call of in_step

private:
  template <int phase> static void count(const RowLaunch& launch, long first, long last) {
    ++calls;
    if (launch.past_caches) ++past_caches;
    first_stage = {launch.beside[0], launch.beside[1]};
    original_[phase].in_step(launch, first, last);
  }
  static void count_part(const RowLaunch& launch, long row, int first, int last, const RowRange* ranges) {
    ++parts;
    original_[0].part(launch, row, first, last, ranges);
  }

  inline static const StageRows* original_ = nullptr;
  StencilKernel source_;
  std::vector<StageRows> rows_;
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
class StencilRun {
public:
  StencilRun(const std::string& stencil, const DomainSpec& spec, int ranks = 1, int rank = 0)
      : decomposition_(Domain(spec), ranks), rank_(rank), name_(stencil) {
    for (const Routine& routine : schedule().routines()) {
      kernels_.push_back(nullptr);
      if (routine.is_kernel)
        kernels_.back() = std::make_unique<BoundKernel>(kernel_of(routine), world().variables, world().parameters,
                                                        kernel_grid(domain()), routine.bindings);
      if (routine.name == stencil) stencil_ = routine.stencil.get();
    }
  }

  static World& world() {
    static World world({declaration()});
    return world;
  }
  static const Schedule& schedule() {
    static const Schedule schedule = world().build();
    return schedule;
  }
  const Domain& domain() const { return decomposition_.domain(); }

  /// All bits after the stages have run one after the other.
  std::vector<std::byte> stage_by_stage() {
    const std::unique_ptr<ArrayMemory> memory = fresh();
    for (int v = 0; v < world().variables.n_variables(); ++v)
      if (world().variables.group_of(v).temporary) memory->allocate(v);
    for (const StageLaunch& launch : stage_launches(*stencil_, decomposition_, rank_, splitters()))
      kernel(launch.routine).run_on_host(*memory, launch.boxes, clock_);
    return bits(*memory);
  }

  /// All bits after HostStencil has run it twice; text and bytes are kept.
  std::vector<std::byte> in_rows(const Way& way) { return in_rows(way, source_of(name_)); }
  std::vector<std::byte> in_rows(const Way& way, const StencilKernel& source) {
    HostStencil host(*stencil_, decomposition_, rank_, [this](int routine) -> BoundKernel& { return kernel(routine); },
                     splitters(), {way.tile, way.cache_bytes, way.threads});
    if (way.joined) host.join(source, world().variables, splitters());
    if (way.poison) host.set_poison([](int) { return poison_bits({}); });
    text = host.text(0);
    bytes = host.buffer_bytes();
    const std::unique_ptr<HostBackend> backend = threads_backend(way.threads);
    std::vector<std::byte> first;
    for (int n = 0; n < 2; ++n) {
      const std::unique_ptr<ArrayMemory> memory = fresh();
      host.run(*memory, clock_, way.version, way.threads > 1 ? backend.get() : nullptr);
      if (n == 0) first = bits(*memory);
      EXPECT_EQ(bits(*memory), first);
    }
    return first;
  }

  std::string text; ///< HostStencil::text()
  std::size_t bytes = 0;

private:
  BoundKernel& kernel(int routine) { return *kernels_[static_cast<std::size_t>(routine)]; }
  std::vector<long> splitters() const { return {domain().interior().lower[2], domain().interior().upper[2]}; }

  std::unique_ptr<ArrayMemory> fresh() const {
    auto memory = std::make_unique<ArrayMemory>(world().variables, decomposition_, rank_);
    for (int v = 0; v < world().variables.n_variables(); ++v) {
      auto* values = reinterpret_cast<double*>(memory->data({v}));
      for (long n = 0; values != nullptr && n < memory->layout(v).size; ++n)
        values[n] = 0.1 + static_cast<double>((n * 7919 + v) % 1009) / 97;
    }
    return memory;
  }
  std::vector<std::byte> bits(ArrayMemory& memory) const {
    std::vector<std::byte> all;
    for (int v = 0; v < world().variables.n_variables(); ++v) {
      if (world().variables.group_of(v).temporary) continue;
      const std::byte* data = memory.data({v});
      all.insert(all.end(), data, data + static_cast<std::size_t>(memory.layout(v).size) * sizeof(double));
    }
    return all;
  }

  Decomposition decomposition_;
  int rank_;
  std::string name_;
  const Stencil* stencil_ = nullptr;
  std::vector<std::unique_ptr<BoundKernel>> kernels_;
  KernelClock clock_{0.5, 0.25, 3};
};

/// A grid with so many interior points. Axes are periodic if they have more points than ghosts.
DomainSpec grid(const Index& points, int dimension, bool periodic, long ghosts) {
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

struct StencilSample {
  const char* name;
  long ghosts;
};
constexpr StencilSample samples[] = {{"diffuse", 2}, {"mixed", 6}, {"long", 5}, {"shifted", 9}, {"parts", 2}};

void expect_same_bits(const StencilSample& sample, const DomainSpec& spec, const Way& way) {
  StencilRun run(sample.name, spec);
  ASSERT_EQ(run.in_rows(way), run.stage_by_stage())
      << sample.name << ' ' << spec.cells[0] << 'x' << spec.cells[1] << 'x' << spec.cells[2] << ", " << spec.dimension
      << " axes, periodic " << spec.periodic[0] << spec.periodic[1] << ", " << way.threads << " threads, cache "
      << way.cache_bytes;
  ASSERT_THAT(run.text, AllOf(HasSubstr("all stages row by row"), Not(HasSubstr("tiles of")))) << sample.name;
}

TEST(RowsPhase, GivesTheBitsOfStagesOneAfterTheOtherOnGridsOfAnySize) {
  for (const StencilSample& sample : samples)
    for (long ni = 1; ni <= 40; ++ni)
      for (long nj = 1; nj <= 20; ++nj) {
        const bool periodic = (ni + nj) % 2 == 0;
        expect_same_bits(sample, grid({ni, nj, 1}, 2, periodic, sample.ghosts),
                         {.cache_bytes = ni * nj % 3 == 0 ? large_cache : small_cache});
        if (testing::Test::HasFatalFailure()) return;
      }
}

TEST(RowsPhase, GivesTheSameBitsInOneAndThreeDimensions) {
  for (const StencilSample& sample : samples)
    for (const bool periodic : {false, true}) {
      for (const long ni : {1L, 3L, 8L, 17L, 40L, 64L, 129L, 200L})
        expect_same_bits(sample, grid({ni, 1, 1}, 1, periodic, sample.ghosts), {});
      for (const Index& points : {Index{1, 1, 1}, Index{9, 4, 3}, Index{70, 3, 2}, Index{24, 20, 5}})
        expect_same_bits(sample, grid(points, 3, periodic, sample.ghosts), {});
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(RowsPhase, GivesTheSameBitsWhateverTheThreadsAre) {
  for (const StencilSample& sample : samples)
    for (const Index& points : {Index{37, 19, 7}, Index{131, 48, 1}, Index{65, 64, 1}, Index{8, 5, 110}})
      for (int threads = 1; threads <= 4; ++threads)
        for (const std::size_t cache : {small_cache, large_cache}) {
          const DomainSpec spec = grid(points, 3, threads % 2 == 0, sample.ghosts);
          expect_same_bits(sample, spec, {.threads = threads, .cache_bytes = cache});
          if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(RowsPhase, GivesTheSameBitsOnEachProcess) {
  for (const StencilSample& sample : samples)
    for (int rank = 0; rank < 4; ++rank) {
      StencilRun run(sample.name, grid({43, 39, 2}, 3, rank % 2 == 0, sample.ghosts), 4, rank);
      EXPECT_EQ(run.in_rows({}), run.stage_by_stage()) << sample.name << ", rank " << rank;
    }
}

TEST(RowsPhase, PutsFieldsPastTheCachesIfTheyDoNotFit) {
  const DomainSpec spec = grid({64, 16, 2}, 3, true, 2);
  StencilRun run("diffuse", spec);
  const std::vector<std::byte> expected = run.stage_by_stage();
  {
    const Counted counted("diffuse");
    EXPECT_EQ(run.in_rows({.cache_bytes = small_cache}, counted.source()), expected);
    EXPECT_GT(Counted::calls, 0);
    EXPECT_EQ(Counted::past_caches, Counted::calls);
  }
  const Counted counted("diffuse");
  EXPECT_EQ(run.in_rows({.cache_bytes = large_cache}, counted.source()), expected);
  EXPECT_GT(Counted::calls, 0);
  EXPECT_EQ(Counted::past_caches, 0);
}

/// Checks that the ranges of each stage beside the strips are points of the stage.
void expect_own_points(const std::string& stencil, long points, long lower, long upper) {
  StencilRun run(stencil, grid({points, 20, 1}, 2, false, 9));
  const Counted counted(stencil);
  run.in_rows({}, counted.source());
  EXPECT_GT(Counted::calls, 0);
  for (const RowRange& range : Counted::first_stage)
    EXPECT_TRUE(range.lower >= range.upper || (lower <= range.lower && range.upper <= points + upper)) << points;
}

TEST(RowsPhase, PointsBesideStripsAreThoseOfTheStage) {
  for (long points = 1; points <= 30; ++points) {
    expect_own_points("shifted", points, 9, 9);
    expect_own_points("diffuse", points, -1, 1);
  }
}

/// Runs `diffuse` and returns how often the library computed rows.
long row_calls(StencilRun& run, const Way& way) {
  const Counted counted("diffuse");
  EXPECT_EQ(run.in_rows(way, counted.source()), run.stage_by_stage());
  return Counted::calls + Counted::parts;
}

TEST(RowsPhase, LeavesTilesToTheUserToPoisonAndToTheCheckedVersion) {
  StencilRun run("diffuse", grid({30, 20, 3}, 3, false, 2));
  EXPECT_GT(row_calls(run, {}), 0);
  EXPECT_THAT(run.text, HasSubstr("all stages row by row"));
  EXPECT_EQ(row_calls(run, {.joined = false}), 0);
  const std::string tiles = run.text;
  const std::size_t tile_bytes = run.bytes;
  EXPECT_THAT(tiles, HasSubstr("tiles of"));
  EXPECT_EQ(row_calls(run, {.tile = {8, 4, 1}}), 0);
  EXPECT_THAT(run.text, HasSubstr("tiles of 8 x 4 x 1 points"));
  EXPECT_EQ(row_calls(run, {.poison = true}), 0);
  EXPECT_EQ(run.text, tiles);
  EXPECT_EQ(run.bytes, tile_bytes);
  EXPECT_EQ(row_calls(run, {.version = HostVersion::checked}), 0);
}

TEST(RowsPhase, SaysItsRunsAndTheBytesOfItsRings) {
  StencilRun run("diffuse", grid({40, 20, 3}, 3, true, 2));
  run.in_rows({.cache_bytes = large_cache});
  EXPECT_EQ(run.text,
            "all stages row by row, in runs of 40 x 20 x 1 points; the last rows of the temporaries take 3.7 KiB");
  // 4, 2 and 2 rows of 7 lines: 40 points, and 8 on either side; and one line for each temporary.
  EXPECT_EQ(run.bytes, ((4 + 2 + 2) * 7 + 3) * 64U);
  // In a small cache rows are cut into 64 points.
  StencilRun wide("diffuse", grid({200, 20}, 2, true, 2));
  wide.in_rows({.cache_bytes = small_cache});
  EXPECT_THAT(wide.text, HasSubstr("in runs of 64 x 20 points"));
}

TEST(RowsPhase, TakesTheStencilsThatTheGeneratorFound) {
  EXPECT_EQ(source_of("diffuse").n_rows, 1);
  EXPECT_THAT(source_of("diffuse").rows[0].all_skews(), ElementsAre(2, 1, 0, 0));
  EXPECT_EQ(source_of("parts").n_rows, 2);
  EXPECT_EQ(source_of("parts").rows[1].first, 2);
  EXPECT_EQ(source_of("planes").n_rows, 0);
  StencilRun run("planes", grid({20, 9, 4}, 3, false, 2));
  EXPECT_EQ(run.in_rows({}), run.stage_by_stage());
  EXPECT_THAT(run.text, HasSubstr("tiles of"));
}

} // namespace
} // namespace nopal::test
