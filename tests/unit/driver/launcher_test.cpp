#include "driver/session/launcher.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

Launcher started(int processes, bool of_hydra) {
  Launcher all;
  all.processes = processes;
  all.of_hydra = of_hydra;
  all.exists = true;
  return all;
}

TEST(Launcher, MatchesIfProcessesJoined) {
  EXPECT_EQ(mismatch({}, 1, "Open MPI v4.1.4"), "");
  EXPECT_EQ(mismatch(started(0, false), 1, "Open MPI v4.1.4"), "");
  EXPECT_EQ(mismatch(started(1, true), 1, "Open MPI v4.1.4"), "");
  EXPECT_EQ(mismatch(started(3, false), 3, "Open MPI v4.1.4"), "");
}

TEST(Launcher, OfAnotherMpiIsNamed) {
  EXPECT_EQ(
      mismatch(started(3, true), 1, "Open MPI v4.1.4"),
      "mpiexec of MPICH or Intel MPI started 3 processes, but nopal uses Open MPI v4.1.4, which sees one process: each "
      "would do the whole run alone; start nopal with the mpirun of Open MPI v4.1.4");
  EXPECT_EQ(
      mismatch(started(2, false), 1, "MPICH Version: 4.0.2"),
      "a launcher started 2 processes, but nopal uses MPICH Version: 4.0.2, which sees one process: each would do the "
      "whole run alone; start nopal with the mpirun of MPICH Version: 4.0.2");
}

} // namespace
} // namespace nopal
