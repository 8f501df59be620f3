#include "driver/tune/tune_report.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace nopal::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Way no_epochs_way() {
  Way way;
  way.text = "no epochs";
  return way;
}

Way tiled(int most, Index tile, const std::string& shape) {
  Way way;
  way.most = way.iterations = most;
  way.tile = tile;
  way.shape = shape;
  return way;
}

/// A grid of 1000 points.
TuneReport report() {
  TuneReport report;
  report.place = "host";
  report.points = {50, 20, 1};
  report.dimension = 2;
  report.ranks = 2;
  report.threads = 1;
  report.ways = {{no_epochs_way(), {0.5, 0.25, 2.0}},
                 {tiled(4, {0, 8, 0}, "tiles of 50 x 8 points"), {0.125, 0.25, 0.125}},
                 {tiled(8, {0, 0, 0}, "one tile"), {}}};
  report.model = 2;
  return report;
}

TEST(TuneReport, TheMedianCounts) {
  EXPECT_EQ((MeasuredWay{{}, {3, 1, 2}}).median(), 2);
  EXPECT_EQ((MeasuredWay{{}, {4, 1, 2, 9}}).median(), 3);
  EXPECT_LT((MeasuredWay{{}, {}}).median(), 0) << "nothing was measured";
}

TEST(TuneReport, TheFastestWay) {
  TuneReport some = report();
  EXPECT_EQ(some.fastest(), 1);
  some.ways[0].seconds = {0.01};
  EXPECT_EQ(some.fastest(), 0);
  EXPECT_EQ(some.fastest(1), 1) << "of those with epochs";
  EXPECT_EQ(some.fastest(2), -1) << "it was not measured";
}

TEST(TuneReport, Table) {
  TuneReport some = report();
  some.kept = true;
  const std::string text = tune_text(some);
  EXPECT_THAT(text, HasSubstr("50 x 20 points, 2 ranks of 1 thread, host\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex("  no epochs +0\\.5 +2000 +1\\.00\n"));
  EXPECT_THAT(
      text, ::testing::ContainsRegex("   4 iterations, tiles of 50 x 8 points +0\\.125 +8000 +4\\.00  the fastest\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex("   8 iterations, one tile +not measured\n"));
  EXPECT_THAT(text, HasSubstr("to set the fastest way: driver.blocking_factor: 4, driver.tile: [50,8]\n"));
  EXPECT_THAT(text, HasSubstr("begin with it by themselves"));
  EXPECT_THAT(text, Not(HasSubstr("because of")));
}

TEST(TuneReport, WhyThereIsNoMore) {
  TuneReport some = report();
  some.limit = "driver.ghosts: 8";
  some.ended_early = "SIGTERM was received";
  EXPECT_THAT(tune_text(some), HasSubstr("epochs have no more iterations, because of: driver.ghosts: 8\n"));
  EXPECT_THAT(tune_text(some), HasSubstr("the measurement ended early: SIGTERM was received\n"));
  EXPECT_THAT(tune_text(some), Not(HasSubstr("by themselves"))) << "it is not kept";
  some.ways.resize(1);
  EXPECT_THAT(tune_text(some), HasSubstr("no epochs, because of: driver.ghosts: 8\n"));
  EXPECT_THAT(tune_text(some), Not(HasSubstr("to set the fastest way")));
}

TEST(TuneReport, Json) {
  const auto json = nlohmann::json::parse(tune_json(report()));
  EXPECT_EQ(json["points"], nlohmann::json({50, 20}));
  EXPECT_EQ(json["fastest"], 1);
  EXPECT_EQ(json["model"], 2);
  EXPECT_EQ(json["set"], nlohmann::json({{"driver.blocking_factor", 4}, {"driver.tile", {50, 8}}}));
  ASSERT_EQ(json["ways"].size(), 3);
  EXPECT_EQ(json["ways"][1]["seconds"], 0.125);
  EXPECT_EQ(json["ways"][1]["points_per_second"], 8000);
  EXPECT_EQ(json["ways"][1]["speed"], 4);
  EXPECT_FALSE(json["ways"][2].contains("seconds")) << "it was not measured";
}

TEST(TuneReport, BlocksThatStream) {
  TuneReport some = report();
  some.place = "streaming through opencl";
  some.ways[1].way.block_size = 3;
  EXPECT_THAT(tune_text(some),
              HasSubstr("to set the fastest way: accelerator.blocking_factor: 4, accelerator.block_size: 3\n"));
  const auto json = nlohmann::json::parse(tune_json(some));
  EXPECT_EQ(json["ways"][1]["block_size"], 3);
  EXPECT_FALSE(json["ways"][1].contains("tile"));
}

} // namespace
} // namespace nopal::test
