#include "core/base/suggest.hpp"
#include "core/declarations/thorn.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace nopal {

namespace fs = std::filesystem;

namespace {

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// Names of the files of a folder with this prefix and suffix, without both, sorted.
std::vector<std::string> files_in(const fs::path& folder, const std::string& prefix, const std::string& suffix) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    if (file.size() > prefix.size() + suffix.size() && file.starts_with(prefix) && file.ends_with(suffix) &&
        is_file(entry->path()))
      names.push_back(file.substr(prefix.size(), file.size() - prefix.size() - suffix.size()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Names and paths of the libraries in a folder of each root.
std::vector<std::pair<std::string, std::string>> plugins_in(const std::vector<std::string>& roots,
                                                            const std::string& kind) {
  std::vector<std::pair<std::string, std::string>> plugins;
  for (const std::string& root : roots) {
    const fs::path folder = fs::path(root) / kind;
    for (const std::string& name : files_in(folder, "lib", ".so")) {
      const std::string path = (folder / ("lib" + name + ".so")).string();
      const auto same = [&](const auto& plugin) { return plugin.first == name; };
      const auto first = std::find_if(plugins.begin(), plugins.end(), same);
      if (first != plugins.end())
        throw Error("there are two " + kind + " \"" + name + "\": " + first->second + " and " + path +
                    ": remove one of them from the search path (NOPAL_THORN_PATH)");
      plugins.emplace_back(name, path);
    }
  }
  return plugins;
}

// Returns the same path for all ways to write a folder.
std::string folded(const std::string& root) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(root, error);
  return error ? root : canonical.string();
}

} // namespace

SearchPath::SearchPath(const std::vector<std::string>& roots) {
  for (const std::string& root : roots) {
    std::string path = folded(root);
    if (std::find(roots_.begin(), roots_.end(), path) == roots_.end()) roots_.push_back(std::move(path));
  }
}

SearchPath SearchPath::standard() {
  std::vector<std::string> roots;
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(&SearchPath::standard), &library) != 0 && library.dli_fname)
    roots.push_back((fs::path(library.dli_fname).parent_path() / "nopal").string());
  const char* variable = std::getenv("NOPAL_THORN_PATH");
  const std::string more = variable ? variable : "";
  for (std::size_t start = 0; start < more.size();) {
    const auto colon = std::min(more.find(':', start), more.size());
    if (colon > start) roots.push_back(more.substr(start, colon - start));
    start = colon + 1;
  }
  return SearchPath(roots);
}

std::string SearchPath::thorn_file(const std::string& name, const Location& where) const {
  std::vector<std::string> found;
  for (const std::string& root : roots_) {
    const fs::path path = fs::path(root) / (name + ".yaml");
    if (is_file(path)) found.push_back(path.string());
  }
  if (found.size() > 1)
    throw Error(where, "the thorn \"" + name + "\" is declared twice: by " + found[0] + " and by " + found[1] +
                           ": remove one of them from the search path (NOPAL_THORN_PATH)");
  if (found.size() == 1 && name != "bins") return found[0];
  std::vector<std::string> searched = roots_;
  for (std::string& root : searched)
    if (std::error_code ignored; !fs::is_directory(root, ignored)) root += " (no such folder)";
  throw Error(where, fmt::format("there is no thorn \"{}\"{}; nopal searched {} (add folders with NOPAL_THORN_PATH)",
                                 name, did_you_mean(name, thorn_names()), fmt::join(searched, ", ")));
}

std::string SearchPath::thorn_library(const std::string& name) const {
  for (const std::string& root : roots_) {
    if (!is_file(fs::path(root) / (name + ".yaml"))) continue;
    const fs::path library = fs::path(root) / ("lib" + name + ".so");
    return is_file(library) ? library.string() : "";
  }
  return "";
}

std::vector<std::string> SearchPath::thorn_names() const {
  std::vector<std::string> names;
  for (const std::string& root : roots_)
    for (const std::string& name : files_in(root, "", ".yaml"))
      if (name != "bins" && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

std::vector<std::pair<std::string, std::string>> SearchPath::devices() const { return plugins_in(roots_, "devices"); }

std::vector<std::pair<std::string, std::string>> SearchPath::backends() const { return plugins_in(roots_, "backends"); }

std::string SearchPath::build_command(const std::string& folder, const std::string& name) const {
  for (const std::string& root : roots_) {
    const fs::path here = fs::path(root) / folder;
    if (is_file(here / ("lib" + name + ".so"))) return "";
    std::ifstream file(here / (name + ".build"));
    if (std::string command; std::getline(file, command)) return command;
  }
  return "";
}

} // namespace nopal
