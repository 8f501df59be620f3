#pragma once
// Which host backends there are, and one by its name.

#include "core/declarations/thorn.hpp"
#include "core/host/host_backend.hpp"

#include <memory>
#include <string>
#include <vector>

namespace nopal {

/// What accelerator.host may be: the five that nopal has, then further plugins.
std::vector<std::string> host_backend_names(const SearchPath& path);

/// Those of core are made there, the others by backends/lib<name>.so of the search path. `threads`: members of
/// share() where it has several. Throws Error for an unknown name, and where the library is missing or does not open.
std::unique_ptr<HostBackend> make_host_backend(const std::string& name, int threads, const SearchPath& path);

/// A host backend of this build.
struct HostBackendFound {
  BackendTraits traits; ///< the name alone where it cannot be used
  std::string trouble;  ///< why it cannot be used; empty: it can
};
/// All of them, in the order of the names.
std::vector<HostBackendFound> find_host_backends(int threads, const SearchPath& path);

} // namespace nopal
