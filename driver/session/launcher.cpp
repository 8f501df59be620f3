#include "driver/session/launcher.hpp"

#include "core/base/text.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <utility>

namespace nopal {

namespace {

bool is_set(const char* name) { return std::getenv(name) != nullptr; }

/// Returns 0 if the variable is not set, or is no number.
int number_in(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : parse_number<int>(text).value_or(0);
}

Launcher ask() {
  Launcher found;
  found.of_hydra = is_set("MPI_LOCALNRANKS");
  found.of_prrte = is_set("PRTE_LAUNCHED");
  // PMIx has the rank in the environment, but not the number of processes.
  found.exists = found.of_hydra || is_set("PMIX_RANK");
  for (const auto& [processes, rank] :
       {std::pair("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"), std::pair("PMI_SIZE", "PMI_RANK")}) {
    if (!is_set(processes)) continue;
    found.exists = true;
    found.processes = number_in(processes);
    found.rank = number_in(rank);
    break;
  }
  return found;
}

} // namespace

const Launcher& launcher() {
  static const Launcher answer = ask();
  return answer;
}

std::string mismatch(const Launcher& launcher, int size, const std::string& library) {
  if (launcher.processes <= 1 || size > 1) return {};
  return fmt::format(
      "{} started {} processes, but nopal uses {}, which sees one process: each would do the whole run alone; "
      "start nopal with the mpirun of {}",
      launcher.of_hydra ? "mpiexec of MPICH or Intel MPI" : "a launcher", launcher.processes, library, library);
}

} // namespace nopal
