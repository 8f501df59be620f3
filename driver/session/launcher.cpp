#include "driver/session/launcher.hpp"

#include <fmt/core.h>

#include <cstdlib>

namespace nopal {

namespace {

Launcher ask() {
  Launcher found;
  // OpenMPI, then Hydra and others that speak PMI, then PRRTE, which does not tell a size to all programs.
  for (const auto& [size, rank] :
       {std::pair("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"), std::pair("PMI_SIZE", "PMI_RANK"),
        std::pair("MPI_LOCALNRANKS", "MPI_LOCALRANKID"), std::pair("", "PMIX_RANK")}) {
    const char* processes = std::getenv(size);
    const char* number = std::getenv(rank);
    if (processes == nullptr && (*size != 0 || number == nullptr)) continue;
    found.exists = true;
    if (processes != nullptr) found.processes = std::atoi(processes);
    if (number != nullptr) found.rank = std::atoi(number);
    break;
  }
  found.of_hydra = std::getenv("HYDI_CONTROL_FD") != nullptr || std::getenv("MPI_LOCALNRANKS") != nullptr;
  return found;
}

} // namespace

const Launcher& launcher() {
  static const Launcher answer = ask();
  return answer;
}

bool started_by_prrte() { return std::getenv("PRTE_LAUNCHED") != nullptr; }

std::string mismatch(const Launcher& launcher, int size, const std::string& library) {
  if (launcher.processes <= 1 || size > 1) return {};
  return fmt::format(
      "{} started {} processes, but nopal uses {}, which sees one process: each would do the whole run alone; "
      "start nopal with the mpirun of {}",
      launcher.of_hydra ? "mpiexec of MPICH or Intel MPI" : "a launcher", launcher.processes, library, library);
}

} // namespace nopal
