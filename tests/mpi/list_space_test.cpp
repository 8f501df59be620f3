// A space that is a range with a list of ghosts, exchanged between processes.

#include "driver/exchange/ghost_exchange.hpp"
#include "tests/support/list_space.hpp"

#include "world.hpp"

#include <gtest/gtest.h>

namespace nopal::test {
namespace {

TEST(ListSpace, GhostsGetTheirOwnersValuesFromOtherProcesses) {
  GhostExchange exchange(MPI_COMM_WORLD);
  ListProcess process(61, world_rank(), world_size(), nullptr);
  for (long number = 1; number <= 3; ++number) {
    process.write(host_place, number);
    const std::int64_t messages = exchange.messages();
    exchange.exchange(process.pre_sync(), "the test");
    process.post_sync();
    EXPECT_EQ(process.wrong(0, number), 0);
    EXPECT_EQ(exchange.messages() - messages, world_size() - 1);
  }
}

} // namespace
} // namespace nopal::test
