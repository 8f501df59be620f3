// The trial of a stencil on the host: its first calls run in all ways in turn.

#include "tests/unit/tiles/sample_run.hpp"

#include <gmock/gmock.h>

#include <malloc.h>
#include <numeric>

namespace nopal::test {
namespace host_trial_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const SampleThorn& rows() {
  static const SampleThorn thorn("rows");
  return thorn;
}

const SampleThorn& columns() {
  static const SampleThorn thorn("columns");
  return thorn;
}

constexpr std::size_t some_cache = std::size_t{1} << 16;

/// A call of a stencil on fresh memory. Returns all bits.
std::vector<std::byte> call(const SampleRun& run, HostStencil& host, HostBackend* backend = nullptr,
                            HostVersion version = HostVersion::plain) {
  const std::unique_ptr<ArrayMemory> memory = run.fresh();
  host.run(*memory, run.clock(), version, backend);
  return run.bits(*memory);
}

TEST(HostTrial, HasStagesTogetherAndTheBestTilesOrThreeTileShapes) {
  SampleRun run(columns(), "solve", grid({100, 40, 10}, 3, false, 1));
  const auto together = run.host({.cache_bytes = some_cache});
  EXPECT_EQ(together->n_ways(), 2);
  EXPECT_THAT(together->text(0), AllOf(HasSubstr("in strips of"), Not(HasSubstr("tiles of"))));
  EXPECT_THAT(together->text(1), AllOf(HasSubstr("tiles of"), Not(HasSubstr("in strips of"))));
  const auto tiles = run.host({.cache_bytes = some_cache, .joined = false});
  EXPECT_EQ(tiles->n_ways(), 3);
  EXPECT_EQ(tiles->text(0), together->text(1));
  EXPECT_NE(tiles->text(1), tiles->text(0));
  EXPECT_NE(tiles->text(2), tiles->text(0));
  EXPECT_NE(tiles->text(2), tiles->text(1));
  EXPECT_EQ(run.host({.tile = {8, 4, 1}})->n_ways(), 1);
}

TEST(HostTrial, TextNamesEachPhaseOfTheInterior) {
  SampleRun run(columns(), "edges", grid({100, 40, 10}, 3, false, 1));
  const auto host = run.host({.cache_bytes = some_cache});
  const std::string strips = "all stages in strips of 32 columns; the temporaries of a strip take ";
  EXPECT_THAT(host->text(0), testing::MatchesRegex(strips + "[0-9.]+ [KMi]*B; " + strips + "[0-9.]+ [KMi]*B"));
  EXPECT_THAT(host->text(1), testing::MatchesRegex("tiles of .*; tiles of .*"));
}

/// Runs a trial and some calls after it.
void expect_trial(SampleRun& run, const Way& way) {
  const std::vector<std::byte> expected = run.stage_by_stage();
  const auto host = run.host(way);
  int found = 0;
  host->choose(std::nullopt, [&](const Trial& trial) {
    ++found;
    EXPECT_TRUE(trial.is_over());
    for (int each = 0; each < trial.n_ways(); ++each) EXPECT_GE(trial.best(each), 0);
  });
  const std::unique_ptr<HostBackend> backend = threads_backend(way.threads);
  const int calls = host->n_ways() * Trial::calls_of_each;
  EXPECT_GT(calls, Trial::calls_of_each);
  for (int n = 0; n < calls + 3; ++n) {
    EXPECT_EQ(host->trial().is_over(), n >= calls);
    EXPECT_EQ(found, n >= calls ? 1 : 0);
    EXPECT_TRUE(n >= calls || host->trial().next() == n % host->n_ways());
    ASSERT_EQ(call(run, *host, way.threads > 1 ? backend.get() : nullptr), expected) << "call " << n;
  }
}

TEST(HostTrial, EachCallGivesTheSameBits) {
  for (const auto& [thorn, stencil] :
       {std::pair(&columns(), "solve"), std::pair(&columns(), "behind"), std::pair(&columns(), "edges"),
        std::pair(&rows(), "diffuse"), std::pair(&rows(), "parts")})
    for (const bool joined : {false, true})
      for (const int threads : {1, 3}) {
        SampleRun run(*thorn, stencil, grid({70, 20, 6}, 3, joined, 3));
        expect_trial(run, {.threads = threads, .cache_bytes = some_cache, .joined = joined});
      }
}

TEST(HostTrial, OtherVersionsDoNotCount) {
  SampleRun run(columns(), "solve", grid({20, 10, 4}, 3, false, 1));
  const auto host = run.host({});
  host->choose(std::nullopt);
  const std::vector<std::byte> expected = run.stage_by_stage();
  for (int n = 0; n < 12; ++n) EXPECT_EQ(call(run, *host, nullptr, HostVersion::checked), expected);
  EXPECT_FALSE(host->trial().is_over());
  EXPECT_EQ(host->trial().next(), 0);
}

TEST(HostTrial, DoesNotTakePlaceWithPoison) {
  SampleRun run(columns(), "solve", grid({100, 40, 10}, 3, false, 1));
  const auto expect_way_0 = [&](HostStencil& host) {
    EXPECT_TRUE(host.trial().is_over());
    EXPECT_EQ(host.trial().next(), 0);
    EXPECT_THAT(host.text(host.trial().next()), HasSubstr("tiles of"));
    EXPECT_EQ(call(run, host), run.stage_by_stage());
  };
  const auto host = run.host({.cache_bytes = some_cache, .poison = true});
  expect_way_0(*host);
  host->choose(std::nullopt, [](const Trial&) { ADD_FAILURE() << "no trial"; });
  expect_way_0(*host);
  host->choose(1);
  expect_way_0(*host);
}

TEST(HostTrial, EndsWithPoison) {
  SampleRun run(columns(), "solve", grid({100, 40, 10}, 3, false, 1));
  const auto host = run.host({.cache_bytes = some_cache});
  host->choose(std::nullopt, [](const Trial&) { ADD_FAILURE() << "no trial"; });
  host->set_poison([](int) { return poison_bits({}); });
  EXPECT_TRUE(host->trial().is_over());
  EXPECT_EQ(host->trial().next(), 0);
  for (int n = 0; n < 12; ++n) call(run, *host);
}

/// The bytes of each way by itself.
std::vector<std::size_t> bytes_of_ways(HostStencil& host) {
  std::vector<std::size_t> bytes;
  for (int way = 0; way < host.n_ways(); ++way) {
    host.choose(way);
    EXPECT_EQ(host.trial().next(), way);
    bytes.push_back(host.buffer_bytes());
  }
  return bytes;
}

TEST(HostTrial, NeedsTheMemoryOfAllWays) {
  for (const bool joined : {false, true}) {
    SampleRun run(columns(), "solve", grid({100, 40, 10}, 3, false, 1));
    const auto host = run.host({.cache_bytes = some_cache, .joined = joined});
    const std::vector<std::size_t> bytes = bytes_of_ways(*host);
    EXPECT_NE(bytes[0], bytes[1]);
    host->choose(std::nullopt);
    EXPECT_EQ(host->buffer_bytes(), std::accumulate(bytes.begin(), bytes.end(), std::size_t{0}));
    while (!host->trial().is_over()) call(run, *host);
    EXPECT_EQ(host->buffer_bytes(), bytes[static_cast<std::size_t>(host->trial().next())]);
  }
}

/// Bytes of this process that malloc has given away.
std::size_t allocated() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Whether allocated() works: not with the allocator of a sanitizer.
bool allocations_are_known() {
  const std::size_t before = allocated();
  const auto memory = std::make_unique<std::array<char, 1 << 22>>();
  return memory != nullptr && allocated() >= before + sizeof(*memory);
}

TEST(HostTrial, FreesTheMemoryOfTheOtherWays) {
  if (!allocations_are_known()) GTEST_SKIP() << "this allocator does not count";
  for (const bool joined : {false, true}) {
    SampleRun run(columns(), "solve", grid({70, 20, 300}, 3, false, 1));
    const auto host = run.host({.cache_bytes = std::size_t{1} << 22, .joined = joined});
    host->choose(std::nullopt);
    const std::size_t all = host->buffer_bytes();
    const std::unique_ptr<ArrayMemory> memory = run.fresh();
    const std::size_t before = allocated();
    for (int way = 0; way < host->n_ways(); ++way) host->run(*memory, run.clock());
    EXPECT_GE(allocated() - before, all);
    while (!host->trial().is_over()) host->run(*memory, run.clock());
    const std::size_t rest = host->buffer_bytes(), other = all - rest;
    EXPECT_GE(allocated() - before, rest);
    EXPECT_LT(allocated() - before, rest + other / 2);
    host->run(*memory, run.clock());
    EXPECT_LT(allocated() - before, rest + other / 2);
  }
}

} // namespace host_trial_test
} // namespace nopal::test
