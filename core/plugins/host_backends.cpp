#include "core/plugins/host_backends.hpp"

#include "core/base/suggest.hpp"
#include "core/host/built_in.hpp"
#include "core/plugins/loader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

std::vector<std::string> host_backend_names(const SearchPath& path) {
  std::vector<std::string> names{"serial", "threads", "fibers", "openmp-blocks", "openmp-threads", "openmp-teams"};
  for (const auto& [name, library] : path.backends())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

std::unique_ptr<HostBackend> make_host_backend(const std::string& name, int threads, const SearchPath& path) {
  if (name == "serial") return serial_backend();
  if (name == "threads") return threads_backend(threads);
  if (name == "openmp-blocks") return openmp_blocks_backend(threads);
  if (name == "openmp-threads") return openmp_threads_backend(threads);
  if (name == "openmp-teams") return openmp_teams_backend(threads);
  if (const std::string command = path.build_command("backends", name); !command.empty())
    throw Error(fmt::format("the host backend \"{}\" is not built: run \"{}\"", name, command));
  const std::vector<std::string> names = host_backend_names(path);
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw Error(fmt::format("there is no host backend \"{}\"{}; the host backends are {}", name,
                            did_you_mean(name, names), fmt::join(names, ", ")));
  const auto plugins = path.backends();
  const auto found = std::find_if(plugins.begin(), plugins.end(), [&](const auto& p) { return p.first == name; });
  if (found == plugins.end())
    throw Error(fmt::format("the host backend \"{}\" is not installed: there is no backends/lib{}.so in {}; build "
                            "nopal with it, or choose another accelerator.host",
                            name, name, fmt::join(path.roots(), ", ")));
  return load_plugin(found->second, "backend", name).backend(threads);
}

std::vector<HostBackendFound> find_host_backends(int threads, const SearchPath& path) {
  std::vector<HostBackendFound> all;
  for (const std::string& name : host_backend_names(path)) {
    HostBackendFound& found = all.emplace_back();
    found.traits.name = name;
    try {
      found.traits = make_host_backend(name, threads, path)->traits();
    } catch (const Error& error) {
      found.trouble = error.what();
    }
  }
  return all;
}

} // namespace nopal
