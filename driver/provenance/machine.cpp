#include "driver/provenance/machine.hpp"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>

namespace nopal {

namespace {

bool is_relevant(std::string_view name) {
  constexpr std::array prefixes = {"OMP_",         "GOMP_",        "KMP_",           "NOPAL_",      "POCL_",
                                   "OCL_",         "OPENCL_",      "CUDA_",          "NVIDIA_",     "HDF5_",
                                   "UCX_",         "OMPI_MCA_btl", "OMPI_MCA_coll",  "OMPI_MCA_io", "OMPI_MCA_mtl",
                                   "OMPI_MCA_osc", "OMPI_MCA_pml", "OMPI_MCA_hwloc", "ROMIO_"};
  constexpr std::array names = {"LD_LIBRARY_PATH", "LD_PRELOAD",         "SLURM_JOB_ID",
                                "SLURM_JOB_NAME",  "SLURM_JOB_NODELIST", "PBS_JOBID",
                                "PBS_JOBNAME",     "LSB_JOBID",          "JOB_ID"};
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const char* prefix) { return name.starts_with(prefix); }) ||
         std::find(names.begin(), names.end(), name) != names.end();
}

int add_library(dl_phdr_info* info, std::size_t /*size*/, void* found) {
  std::error_code code;
  const auto path = std::filesystem::canonical(info->dlpi_name, code);
  if (!code) static_cast<std::set<std::string>*>(found)->insert(path.string());
  return 0;
}

} // namespace

std::vector<std::string> loaded_libraries() {
  std::set<std::string> found;
  dl_iterate_phdr(&add_library, &found);
  return {found.begin(), found.end()};
}

std::map<std::string, std::string> relevant_environment() {
  std::map<std::string, std::string> found;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    if (name.size() < text.size() && is_relevant(name)) found.emplace(name, text.substr(name.size() + 1));
  }
  return found;
}

} // namespace nopal
