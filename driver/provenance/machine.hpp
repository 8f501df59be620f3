#pragma once
// What of the machine and of the surroundings of a run is worth keeping.

#include "driver/session/session.hpp"
#include "driver/setup/device_choice.hpp"
#include "driver/setup/threads.hpp"

#include <map>
#include <string>
#include <vector>

namespace nopal {

/// Where a rank runs, and on what.
struct RankPlace {
  std::string host;
  int threads = 1;         ///< of the host backend
  int device = -1;         ///< which of the plugin's; -1: none
  std::string device_name; ///< "NVIDIA H100"
  std::string device_api;  ///< "CUDA 13.0"
};

/// Collective: of all ranks, by rank, on every rank.
std::vector<RankPlace> rank_places(const Session& session, const Threads& threads, const DeviceChoice& device);

/// Files of all libraries that this process has loaded, with links resolved, so that most names tell a version.
std::vector<std::string> loaded_libraries();

/// Variables of the environment that change how a run computes, or say which job it is.
std::map<std::string, std::string> relevant_environment();

} // namespace nopal
