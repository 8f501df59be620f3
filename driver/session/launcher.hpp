#pragma once
// What started this process: mpirun of Open MPI, the launcher of another MPI, or nothing of that kind.

#include <string>

namespace nopal {

/// What a launcher has told this process in its environment.
struct Launcher {
  int processes = 0;     ///< that it started; 0: it does not say, or there is none
  int rank = 0;          ///< of this process, as the launcher counts
  bool of_hydra = false; ///< MPICH's mpiexec, or one that is made from it (Intel MPI)
  bool exists = false;
};

/// Returns what started this process. Call this before a Session is made, because MPI itself sets the launcher's
/// variables if there is no launcher. The first answer is kept.
const Launcher& launcher();

/// True if PRRTE started this process: mpirun of OpenMPI 5.
bool started_by_prrte();

/// Returns what is wrong if the launcher started several processes, but MPI, whose library has the name `library`, has
/// put this one into a job of its own; else an empty text. Each process would then do the whole run.
std::string mismatch(const Launcher& launcher, int size, const std::string& library);

} // namespace nopal
