#include "driver/session/launcher.hpp"

#include "core/base/text.hpp"

#include <fmt/core.h>

#include <cstdlib>

namespace nopal {

namespace {

/// Returns 0 if the text is null or no number.
int number_in(const char* text) { return text == nullptr ? 0 : parse_number<int>(text).value_or(0); }

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
    found.processes = number_in(processes);
    found.rank = number_in(number);
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
