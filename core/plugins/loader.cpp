#include "core/plugins/loader.hpp"

#include "core/base/error.hpp"
#include "core/host/arithmetic.hpp"

#include <dlfcn.h>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

namespace nopal {

namespace {

/// The file of the program or library that holds `address`.
std::string file_of(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return "nopal";
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::weakly_canonical(info.dli_fname, ignored);
  return path.empty() ? info.dli_fname : path.string();
}

std::string dl_message() {
  const char* message = dlerror();
  return message != nullptr ? message : "no reason given";
}

const Plugin& open_library(const std::string& path, const std::string& kind, const std::string& name) {
  const std::string us = file_of(reinterpret_cast<const void*>(&load_plugin));

  // The full path keeps the linker from searching for another file of the same name.
  dlerror();
  const Arithmetic before = Arithmetic::of_thread();
  void* handle = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (const std::string changed = changes(before, Arithmetic::of_thread()); !changed.empty()) {
    before.set();
    spdlog::warn(
        "the {} \"{}\" changes for the whole run, when it is opened: {}; nopal has set it back: link it, and the "
        "libraries that it uses, without -ffast-math",
        kind, name, changed);
  }
  if (handle == nullptr)
    throw Error(fmt::format("cannot open the {} \"{}\": {} (wanted by {})", kind, name, dl_message(), us));

  using Entry = const Plugin* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(handle, plugin_symbol));
  if (entry == nullptr)
    throw Error(fmt::format("{} is no nopal plugin: it does not export \"{}\", which {} calls; build it with "
                            "nopal_add_thorn() or NOPAL_DEVICE()",
                            path, plugin_symbol, us));
  const Plugin* plugin = entry();
  if (plugin == nullptr)
    throw Error(fmt::format("{} is no nopal plugin: its \"{}\" returns null", path, plugin_symbol));
  // Nothing else of the structure may be read before the version agrees.
  if (plugin->abi != abi_version)
    throw Error(fmt::format("{} was built for plugin ABI version {}, but {} has version {}: build the plugin again "
                            "with this nopal",
                            path, plugin->abi, us, abi_version));
  if (plugin->kind != kind)
    throw Error(fmt::format("{} is a {}, but {} looked for a {}", path, plugin->kind, us, kind));
  if (plugin->name != name)
    throw Error(fmt::format("{} is the {} \"{}\", but {} looked for \"{}\": the file name and the name of the "
                            "plugin must be the same",
                            path, kind, plugin->name, us, name));
  return *plugin;
}

} // namespace

const Plugin& load_plugin(std::string_view path, std::string_view kind, std::string_view name) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::pair<std::string, const Plugin*>> opened;
  const std::lock_guard lock(mutex);

  const std::pair<std::string, std::string> key(kind, name);
  const auto found = opened.find(key);
  if (found == opened.end()) {
    const std::string file(path);
    const Plugin& plugin = open_library(file, key.first, key.second);
    opened[key] = {file, &plugin};
    return plugin;
  }
  const auto& [first_path, plugin] = found->second;
  std::error_code ignored;
  if (first_path != path && !std::filesystem::equivalent(first_path, path, ignored))
    throw Error(fmt::format("two plugins are called {} \"{}\": {} and {}: remove one of them from the search path",
                            kind, name, first_path, path));
  return *plugin;
}

} // namespace nopal
