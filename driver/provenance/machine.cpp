#include "driver/provenance/machine.hpp"

#include "driver/session/gather.hpp"

#include <link.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>

namespace nopal {

namespace {

using Json = nlohmann::json;

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

std::vector<RankPlace> rank_places(const Session& session, const Threads& threads, const DeviceChoice& device) {
  const bool has_device = device.plugin != nullptr;
  const Json mine = {Session::host(), threads.host, has_device ? device.index : -1,
                     has_device ? device.description.name : "", has_device ? device.description.api : ""};
  std::vector<RankPlace> places;
  for (const std::string& text : gather_texts(session, mine.dump(-1, ' ', true, Json::error_handler_t::replace))) {
    const Json place = Json::parse(text);
    places.push_back({place[0].get<std::string>(), place[1].get<int>(), place[2].get<int>(),
                      place[3].get<std::string>(), place[4].get<std::string>()});
  }
  return places;
}

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
