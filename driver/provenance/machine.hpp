#pragma once
// Facts about the machine and the environment, for the record of a run.

#include "driver/session/session.hpp"
#include "driver/setup/device_choice.hpp"
#include "driver/setup/threads.hpp"

#include <map>
#include <string>
#include <vector>

namespace nopal {

/// The host, the threads and the device of a rank.
struct RankPlace {
  std::string host;
  int threads = 1;         ///< threads of the host backend
  int device = -1;         ///< number of the device in its plugin; -1: none
  std::string device_name; ///< "NVIDIA H100"
  std::string device_api;  ///< "CUDA 13.0"
};

/// Collective. Returns the places of all ranks, in the order of the ranks, on every rank.
std::vector<RankPlace> rank_places(const Session& session, const Threads& threads, const DeviceChoice& device);

/// Returns the files of all loaded libraries. Links are resolved, because the real names usually contain a version.
std::vector<std::string> loaded_libraries();

/// Returns the environment variables that change how a run computes, or that name the batch job.
std::map<std::string, std::string> relevant_environment();

} // namespace nopal
