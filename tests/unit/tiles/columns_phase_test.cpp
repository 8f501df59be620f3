// The stencils of the thorn `columns`, which are computed in strips of columns. The results have the same bits as those
// of stages that run one after the other over everything.

#include "core/launch/past_caches.hpp"
#include "tests/support/cases.hpp"
#include "tests/unit/tiles/sample_run.hpp"

#include <gmock/gmock.h>

#include <atomic>

namespace nopal::test {
namespace columns_phase_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const SampleThorn& columns() {
  static const SampleThorn thorn("columns");
  return thorn;
}

/// A stencil of `columns` on one process.
struct StencilRun : SampleRun {
  explicit StencilRun(const std::string& stencil, const DomainSpec& spec, int ranks = 1, int rank = 0)
      : SampleRun(columns(), stencil, spec, ranks, rank) {
    between = {1, 1};
  }
};

/// The source of a stencil with one phase. It counts the strips, and the rows that its first kernel puts past the
/// caches.
class Counted {
public:
  explicit Counted(const std::string& stencil) : source_(columns().source_of(stencil)), phase_(source_.columns[0]) {
    original_ = phase_.kernels[0];
    kernels_.assign(phase_.kernels, phase_.kernels + phase_.n_kernels);
    kernels_[0] = count;
    phase_.kernels = kernels_.data();
    source_.columns = &phase_;
    strips = past_caches = 0;
  }
  Counted(const Counted&) = delete;
  const StencilKernel& source() const { return source_; }

  inline static std::atomic<long> strips, past_caches;

private:
  static void count(const ColumnLaunch& launch, long first, long last) {
    ++strips;
    ColumnLaunch counted = launch;
    if (launch.past_caches != nullptr) counted.past_caches = count_store;
    original_(counted, first, last);
  }
  static void count_store(double* to, const double* from, long n) {
    ++past_caches;
    EXPECT_EQ(n, host_columns::width);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(to) % 64, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(from) % 64, 0U);
    store_past_caches()(to, from, n);
  }

  inline static ColumnKernel original_ = nullptr;
  StencilKernel source_;
  StageColumns phase_;
  std::vector<ColumnKernel> kernels_;
};

struct StencilSample {
  const char* name;
  long ghosts, least_points; ///< of the third axis
};
constexpr StencilSample samples[] = {{"solve", 1, 2}, {"behind", 3, 1}, {"splits", 2, 1},
                                     {"edges", 1, 1}, {"names", 1, 1},  {"repeat", 1, 2}};

/// A stencil on one process. The splitters follow from `number`, and with odd numbers fields go past the caches.
struct Case {
  StencilSample sample;
  DomainSpec spec;
  long number;
  int threads = 1, ranks = 1, rank = 0;
};

void expect_same_bits(const Case& each) {
  const auto& [sample, spec, number, threads, ranks, rank] = each;
  StencilRun run(sample.name, spec, ranks, rank);
  const long top = spec.cells[2], low = 1 + number % top, high = low + number / 7 % (top - low + 1);
  run.between = {low, high};
  if (number % 3 == 0) run.between_at_start = {1, top};
  const std::size_t cache = number % 2 == 0 ? large_cache : small_cache;
  ASSERT_EQ(run.together({.threads = threads, .cache_bytes = cache}), run.stage_by_stage())
      << sample.name << ' ' << spec.cells[0] << 'x' << spec.cells[1] << 'x' << spec.cells[2] << ", periodic "
      << spec.periodic[0] << spec.periodic[2] << ", " << threads << " threads, cache " << cache << ", splitters at "
      << low << " and " << high;
  ASSERT_THAT(run.text, AllOf(HasSubstr("in strips of 32 columns"), Not(HasSubstr("tiles of")))) << sample.name;
}

TEST(ColumnsPhase, GivesTheBitsOfStagesOneAfterTheOtherOnGridsOfAnySize) {
  for (const StencilSample& sample : samples)
    for (long ni = 1; ni <= 70; ni += next_size)
      for (long nj = 1 + ni % 2; nj <= 5; nj += 2) {
        const long nk = std::max(sample.least_points, 1 + (ni + 3 * nj) % 7);
        expect_same_bits({sample, grid({ni, nj, nk}, 3, (ni + nj) % 4 < 2, sample.ghosts), 3 * ni + nj / 2});
        if (testing::Test::HasFatalFailure()) return;
      }
}

TEST(ColumnsPhase, GivesTheSameBitsWhereTheIntervalsHaveHardlyRoom) {
  for (const StencilSample& sample : samples)
    for (long nk = sample.least_points; nk <= 6; ++nk)
      for (long n = 0; n < 21; n += next_size) {
        expect_same_bits({sample, grid({33, 2, nk}, 3, n % 4 < 2, sample.ghosts), n});
        if (testing::Test::HasFatalFailure()) return;
      }
}

TEST(ColumnsPhase, GivesTheSameBitsWhateverTheThreadsAre) {
  for (const StencilSample& sample : samples)
    for (const Index& points : {Index{33, 21, 7}, Index{128, 8, 5}, Index{7, 3, 230}, Index{64, 1, 70}})
      for (int threads = 1; threads <= 4; threads += next_size) {
        expect_same_bits({sample, grid(points, 3, threads > 2, sample.ghosts), points[0] + threads, threads});
        if (testing::Test::HasFatalFailure()) return;
      }
}

TEST(ColumnsPhase, GivesTheSameBitsOnEachProcess) {
  for (const StencilSample& sample : samples)
    for (int rank = 0; rank < 4; ++rank) {
      expect_same_bits({sample, grid({83, 11, 5}, 3, rank % 2 == 0, sample.ghosts), rank + 2, 1, 4, rank});
      if (testing::Test::HasFatalFailure()) return;
    }
}

// There k-1 is the point itself.
TEST(ColumnsPhase, GivesTheSameBitsOnAGridWithoutAThirdAxis) {
  for (const int dimension : {1, 2})
    for (const StencilSample& sample : samples) {
      if (sample.least_points > 1) continue;
      StencilRun run(sample.name, grid({37, 3, 1}, dimension, false, sample.ghosts));
      EXPECT_EQ(run.together({}), run.stage_by_stage()) << sample.name << ", " << dimension << " axes";
    }
}

TEST(ColumnsPhase, PutsKeptFieldsPastTheCachesIfTheFieldsDoNotFit) {
  // Two fields of the first stage are kept. The last strip of a row is cut, or it is whole.
  for (const auto& [points, whole_strips] : {std::pair{64L, 2L}, std::pair{70L, 2L}, std::pair{31L, 0L}}) {
    StencilRun run("behind", grid({points, 4, 5}, 3, true, 3));
    const std::vector<std::byte> expected = run.stage_by_stage();
    {
      const Counted counted("behind");
      EXPECT_EQ(run.together({.cache_bytes = small_cache}, counted.source()), expected);
      EXPECT_EQ(Counted::strips, 2 * 4 * ((points + 31) / 32)); // it runs twice
      EXPECT_EQ(Counted::past_caches, store_past_caches() == nullptr ? 0 : 2 * 2 * 4 * 5 * whole_strips);
    }
    const Counted counted("behind");
    EXPECT_EQ(run.together({.cache_bytes = large_cache}, counted.source()), expected);
    EXPECT_GT(Counted::strips, 0);
    EXPECT_EQ(Counted::past_caches, 0);
  }
}

/// Runs `solve` and returns how many strips the library computed.
long strips(StencilRun& run, const Way& way) {
  const Counted counted("solve");
  EXPECT_EQ(run.together(way, counted.source()), run.stage_by_stage());
  return Counted::strips;
}

TEST(ColumnsPhase, LeavesTilesToTheUserToPoisonAndToTheCheckedVersion) {
  StencilRun run("solve", grid({30, 20, 3}, 3, false, 1));
  EXPECT_EQ(strips(run, {}), 2 * 20);
  EXPECT_EQ(strips(run, {.joined = false}), 0);
  const std::string tiles = run.text;
  EXPECT_THAT(tiles, HasSubstr("tiles of"));
  EXPECT_EQ(strips(run, {.tile = {8, 4, 1}}), 0);
  EXPECT_THAT(run.text, HasSubstr("tiles of 8 x 4 x 3 points"));
  EXPECT_EQ(strips(run, {.poison = true}), 0);
  EXPECT_EQ(run.text, tiles);
  EXPECT_EQ(strips(run, {.version = HostVersion::checked}), 0);
}

TEST(ColumnsPhase, SaysTheBytesOfAStrip) {
  StencilRun run("solve", grid({40, 20, 10}, 3, true, 1));
  run.together({});
  // Two temporaries of 10 levels, and 2 levels of `a`.
  EXPECT_EQ(run.bytes, (2 * 10 + 2) * 32 * 8U);
  EXPECT_EQ(run.text, "all stages in strips of 32 columns; the temporaries of a strip take 5.5 KiB");
}

TEST(ColumnsPhase, StencilsThatReadBesideTheirColumnsHaveTiles) {
  EXPECT_EQ(columns().source_of("beside").n_columns, 0);
  StencilRun run("beside", grid({20, 9, 4}, 3, false, 1));
  EXPECT_EQ(run.together({}), run.stage_by_stage());
  EXPECT_THAT(run.text, HasSubstr("tiles of"));
}

/// "b 4": the kept fields of the first phase and their levels.
std::vector<std::string> kept(const std::string& stencil) {
  const StencilKernel& source = columns().source_of(stencil);
  std::vector<std::string> all;
  for (const KeptField& each : source.columns[0].all_kept())
    all.push_back(source.arguments[each.argument].name + (" " + std::to_string(each.levels)));
  return all;
}

TEST(ColumnsPhase, KeepsTheFieldsThatTheGeneratorFound) {
  EXPECT_THAT(kept("solve"), ElementsAre("a 2"));
  EXPECT_THAT(kept("behind"), ElementsAre("b 4", "c 1", "d 1", "e 4", "g 2"));
  EXPECT_THAT(kept("splits"), ElementsAre("g 4", "h 2"));
  EXPECT_THAT(kept("edges"), ElementsAre("d 2", "e 1"));
  EXPECT_THAT(kept("names"), ElementsAre("sum 2", "d 1")); // two stages use c
  EXPECT_EQ(columns().source_of("edges").n_columns, 2);
}

} // namespace columns_phase_test
} // namespace nopal::test
