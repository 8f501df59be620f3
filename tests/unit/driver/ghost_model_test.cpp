#include "driver/setup/ghost_model.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

constexpr ExchangeNumbers numbers{
    .latency = 1e-3, .bandwidth = 1e3, .memory = 1e4, .cache_bytes = 100, .point_time = 1e-2};

TEST(GhostModel, AnIterationTakesItsPartOfTheExchange) {
  ExchangeWork work{.iterations = 1, .messages = 2, .message_bytes = 500};
  EXPECT_DOUBLE_EQ(seconds_an_iteration(work, numbers), 2e-3 + 0.5);
  work.iterations = 4;
  EXPECT_DOUBLE_EQ(seconds_an_iteration(work, numbers), (2e-3 + 0.5) / 4);
}

TEST(GhostModel, MemoryIsReadOnceBetweenTwoExchanges) {
  ExchangeWork work{.iterations = 2, .points = 10, .memory_bytes = 4000, .data_bytes = 1000};
  EXPECT_DOUBLE_EQ(seconds_an_iteration(work, numbers), 0.4 / 2) << "longer than the points take";
  work.points = 100;
  EXPECT_DOUBLE_EQ(seconds_an_iteration(work, numbers), 1.0 / 2) << "meanwhile the points are computed";
  work.points = 10;
  work.data_bytes = 100;
  EXPECT_DOUBLE_EQ(seconds_an_iteration(work, numbers), 0.1 / 2) << "the data stay in the cache";
}

TEST(GhostModel, NeighboursAreOtherProcesses) {
  const auto count = [](const Index& processes, const std::array<bool, 3>& periodic, const Index& at) {
    const Domain domain(DomainSpec{.cells = {20, 20, 20}, .periodic = periodic});
    const Decomposition decomposition(domain, static_cast<int>(processes[0] * processes[1] * processes[2]), processes);
    return neighbours(decomposition, decomposition.rank(at));
  };
  EXPECT_EQ(count({1, 1, 1}, {true, true, true}, {0, 0, 0}), 0) << "its images are its own points";
  EXPECT_EQ(count({1, 1, 2}, {false, false, false}, {0, 0, 1}), 1);
  EXPECT_EQ(count({1, 1, 2}, {true, true, true}, {0, 0, 1}), 1) << "the same process on both sides";
  EXPECT_EQ(count({1, 3, 3}, {false, false, false}, {0, 1, 1}), 8);
  EXPECT_EQ(count({1, 3, 3}, {false, false, false}, {0, 0, 0}), 3) << "a corner of the grid";
  EXPECT_EQ(count({3, 3, 3}, {true, true, true}, {0, 0, 0}), 26);
  const Domain few(DomainSpec{.dimension = 1, .cells = {7, 1, 1}, .periodic = {true, false, false}, .ghosts = 2});
  EXPECT_EQ(neighbours(Decomposition(few, 7), 0), 4) << "two on each side";
}

} // namespace
} // namespace nopal
