// The stencils of the thorn `rows`, whose stages compute rows in step. The results have the same bits as those of
// stages that run one after the other over everything.

#include "tests/support/cases.hpp"
#include "tests/unit/tiles/sample_run.hpp"

#include <gmock/gmock.h>

#include <atomic>

namespace nopal::test {
namespace rows_phase_test {

using testing::ElementsAre;
using testing::HasSubstr;

const SampleThorn& rows() {
  static const SampleThorn thorn("rows");
  return thorn;
}

const StencilKernel& source_of(const std::string& stencil) { return rows().source_of(stencil); }

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

/// A stencil of `rows` on one process.
struct StencilRun : SampleRun {
  explicit StencilRun(const std::string& stencil, const DomainSpec& spec, int ranks = 1, int rank = 0)
      : SampleRun(rows(), stencil, spec, ranks, rank) {}
};

struct StencilSample {
  const char* name;
  long ghosts;
};
constexpr StencilSample samples[] = {{"diffuse", 2}, {"mixed", 6}, {"long", 5}, {"shifted", 9}, {"parts", 2}};

void expect_same_bits(const StencilSample& sample, const DomainSpec& spec, const Way& way) {
  StencilRun run(sample.name, spec);
  ASSERT_EQ(run.together(way), run.stage_by_stage())
      << sample.name << ' ' << spec.cells[0] << 'x' << spec.cells[1] << 'x' << spec.cells[2] << ", " << spec.dimension
      << " axes, periodic " << spec.periodic[0] << spec.periodic[1] << ", " << way.threads << " threads, cache "
      << way.cache_bytes;
  ASSERT_THAT(run.text, AllOf(HasSubstr("all stages row by row"), Not(HasSubstr("tiles of")))) << sample.name;
}

TEST(RowsPhase, GivesTheBitsOfStagesOneAfterTheOtherOnGridsOfAnySize) {
  for (const StencilSample& sample : samples)
    for (long ni = 1; ni <= 40; ni += next_size)
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
      for (int threads = 1; threads <= 4; threads += next_size)
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
      EXPECT_EQ(run.together({}), run.stage_by_stage()) << sample.name << ", rank " << rank;
    }
}

TEST(RowsPhase, PutsFieldsPastTheCachesIfTheyDoNotFit) {
  const DomainSpec spec = grid({64, 16, 2}, 3, true, 2);
  StencilRun run("diffuse", spec);
  const std::vector<std::byte> expected = run.stage_by_stage();
  {
    const Counted counted("diffuse");
    EXPECT_EQ(run.together({.cache_bytes = small_cache}, counted.source()), expected);
    EXPECT_GT(Counted::calls, 0);
    EXPECT_EQ(Counted::past_caches, Counted::calls);
  }
  const Counted counted("diffuse");
  EXPECT_EQ(run.together({.cache_bytes = large_cache}, counted.source()), expected);
  EXPECT_GT(Counted::calls, 0);
  EXPECT_EQ(Counted::past_caches, 0);
}

/// Checks that the ranges of each stage beside the strips are points of the stage.
void expect_own_points(const std::string& stencil, long points, long lower, long upper) {
  StencilRun run(stencil, grid({points, 20, 1}, 2, false, 9));
  const Counted counted(stencil);
  run.together({}, counted.source());
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
  EXPECT_EQ(run.together(way, counted.source()), run.stage_by_stage());
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
  run.together({.cache_bytes = large_cache});
  EXPECT_EQ(run.text,
            "all stages row by row, in runs of 40 x 20 x 1 points; the last rows of the temporaries take 3.7 KiB");
  // 4, 2 and 2 rows of 7 lines: 40 points, and 8 on either side; and one line for each temporary.
  EXPECT_EQ(run.bytes, ((4 + 2 + 2) * 7 + 3) * 64U);
  // In a small cache rows are cut into 64 points.
  StencilRun wide("diffuse", grid({200, 20}, 2, true, 2));
  wide.together({.cache_bytes = small_cache});
  EXPECT_THAT(wide.text, HasSubstr("in runs of 64 x 20 points"));
}

TEST(RowsPhase, TakesTheStencilsThatTheGeneratorFound) {
  EXPECT_EQ(source_of("diffuse").n_rows, 1);
  EXPECT_THAT(source_of("diffuse").rows[0].all_skews(), ElementsAre(2, 1, 0, 0));
  EXPECT_EQ(source_of("parts").n_rows, 2);
  EXPECT_EQ(source_of("parts").rows[1].first, 2);
  EXPECT_EQ(source_of("planes").n_rows, 0);
  StencilRun run("planes", grid({20, 9, 4}, 3, false, 2));
  EXPECT_EQ(run.together({}), run.stage_by_stage());
  EXPECT_THAT(run.text, HasSubstr("tiles of"));
}

} // namespace rows_phase_test
} // namespace nopal::test
