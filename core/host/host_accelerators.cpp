#include "core/host/host_accelerators.hpp"

#include "core/base/suggest.hpp"
#include "core/host/built_in.hpp"
#include "core/plugins/loader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

std::unique_ptr<HostAccelerator> from_plugin(const std::string& name, int threads, const SearchPath& path) {
  const auto plugins = path.accelerators();
  const auto found = std::find_if(plugins.begin(), plugins.end(), [&](const auto& p) { return p.first == name; });
  if (found == plugins.end())
    throw Error(
        fmt::format("the host accelerator \"{}\" is not installed: there is no accelerators/lib{}.so in {}; build "
                    "nopal with it, or choose another accelerator.host",
                    name, name, fmt::join(path.roots(), ", ")));
  return load_plugin(found->second, "accelerator", name).accelerator(threads);
}

} // namespace

std::vector<std::string> host_accelerator_names(const SearchPath& path) {
  std::vector<std::string> names{"serial", "threads", "fibers", "openmp-blocks", "openmp-threads"};
  for (const auto& [name, library] : path.accelerators())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

std::unique_ptr<HostAccelerator> make_host_accelerator(const std::string& name, int threads, const SearchPath& path) {
  if (name == "serial") return serial_accelerator();
  if (name == "threads") return threads_accelerator(threads);
  if (name == "openmp-blocks") return openmp_blocks_accelerator(threads);
  if (name == "openmp-threads") return openmp_threads_accelerator(threads);
  const std::vector<std::string> names = host_accelerator_names(path);
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw Error(fmt::format("there is no host accelerator \"{}\"; there are {}{}", name, fmt::join(names, ", "),
                            did_you_mean(name, names)));
  return from_plugin(name, threads, path);
}

std::vector<HostAcceleratorFound> find_host_accelerators(int threads, const SearchPath& path) {
  std::vector<HostAcceleratorFound> all;
  for (const std::string& name : host_accelerator_names(path)) {
    HostAcceleratorFound& found = all.emplace_back();
    found.traits.name = name;
    try {
      found.traits = make_host_accelerator(name, threads, path)->traits();
    } catch (const Error& error) {
      found.trouble = error.what();
    }
  }
  return all;
}

} // namespace nopal
