#pragma once
// Finds host backends: all that there are, or one by its name.

#include "core/declarations/thorn.hpp"
#include "core/host/host_backend.hpp"

#include <memory>
#include <string>
#include <vector>

namespace nopal {

/// The values that accelerator.host may have: the five backends of nopal, then other plugins.
std::vector<std::string> host_backend_names(const SearchPath& path);

/// Makes a host backend, either one of core or one from backends/lib<name>.so of the search path. `threads`: how many
/// threads share() uses, if the backend uses several. Throws Error for an unknown name or a library that does not open.
std::unique_ptr<HostBackend> make_host_backend(const std::string& name, int threads, const SearchPath& path);

/// A host backend and whether it can be used.
struct HostBackendFound {
  BackendTraits traits; ///< only the name is set if it cannot be used
  std::string trouble;  ///< why it cannot be used; empty if it can
};
/// All host backends, in the order of host_backend_names().
std::vector<HostBackendFound> find_host_backends(int threads, const SearchPath& path);

} // namespace nopal
