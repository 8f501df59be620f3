#pragma once
// What the host backends whose blocks have several threads of the operating system have in common.

#include "core/host/host_backend.hpp"

#include <utility>

namespace nopal {

inline BackendTraits team_traits(std::string name, std::string library) {
  BackendTraits traits = host_traits(std::move(name), std::move(library), max_block_threads);
  traits.devices = "cores of this process";
  traits.index = "argument of the function, different for each thread";
  traits.sync = "std::atomic::wait: yields a few times, then sleeps";
  return traits;
}

} // namespace nopal
