#include "driver/session/idle_yield.hpp"

#include "world.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace nopal {
namespace {

// nopal_mpi_test() tells MPI to yield.
TEST(IdleYield, ARankThatWaitsForAnotherSleeps) {
  using test::world_rank, test::world_size;
  for (int late = 0; late < world_size(); ++late) {
    MPI_Barrier(MPI_COMM_WORLD);
    const long before = n_idle_moments();
    if (world_rank() == late) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() != late) {
      EXPECT_GT(n_idle_moments(), before);
    }
  }
}

TEST(IdleYield, OtherCallersDoNotSleep) {
  const long before = n_idle_moments();
  for (int n = 0; n < 1000; ++n) std::this_thread::yield();
  EXPECT_EQ(n_idle_moments(), before);
}

} // namespace
} // namespace nopal
