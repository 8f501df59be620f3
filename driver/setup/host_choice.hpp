#pragma once
// The choice of the host backend, which runs kernels on the processors of the host.

#include "core/parameters/parameters.hpp"
#include "core/plugins/host_backends.hpp"
#include "driver/session/session.hpp"
#include "driver/setup/threads.hpp"

#include <memory>
#include <string>

namespace nopal {

/// Collective. Returns the backend that accelerator.host names. Throws the same Error on all ranks if it cannot be
/// used.
std::unique_ptr<HostBackend> choose_host(const Session& session, const SearchPath& path, const Parameters& parameters,
                                         const Threads& threads);

/// Returns "host: threads (std::thread of libstdc++ 12), 2 threads share the points of a kernel"
std::string host_summary(const HostBackend& host);

} // namespace nopal
