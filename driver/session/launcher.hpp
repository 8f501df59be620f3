#pragma once
// The launcher that started this process, if one did: mpirun or mpiexec.

#include <string>

namespace nopal {

/// What the environment of this process says about its launcher.
struct Launcher {
  bool exists = false;
  int processes = 0;     ///< that it started in all; 0: the environment does not say
  int rank = 0;          ///< of this process, counted by the launcher
  bool of_hydra = false; ///< mpiexec of MPICH or of Intel MPI
  bool of_prrte = false; ///< mpirun of OpenMPI 5
};

/// Returns the launcher. The first call must come before a Session is made: without a launcher, MPI_Init sets the same
/// variables. Later calls return the same.
const Launcher& launcher();

/// Checks that MPI sees the processes that the launcher started. A launcher of another MPI starts processes that do not
/// find each other, and each of them would do the whole run. `size`: the number of processes that MPI sees. `library`:
/// the name of the MPI library. Returns the message for the user; empty: nothing is wrong.
std::string mismatch(const Launcher& launcher, int size, const std::string& library);

} // namespace nopal
