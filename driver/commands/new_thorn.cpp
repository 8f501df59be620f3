#include "driver/command_line/shell_word.hpp"
#include "driver/commands/commands.hpp"
#include "driver/commands/new_thorn_files.hpp"

#include "core/base/identifier.hpp"
#include "core/declarations/thorn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace nopal {

namespace {

namespace fs = std::filesystem;

std::string filled_in(std::string text, const std::string& name) {
  const std::string mark = "@thorn@";
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + name.size()))
    text.replace(at, mark.size(), name);
  return text;
}

void check_name(const std::string& name) {
  const bool lower = std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (!is_identifier(name) || !lower)
    throw Error(fmt::format("\"{}\" cannot be the name of a thorn: {}; use lower case, such as \"warmth\"", name,
                            identifier_rule));
  if (is_reserved_thorn(name))
    throw Error(fmt::format("\"{}\" cannot be the name of a thorn: this name is reserved; take another name", name));
  const SearchPath path = SearchPath::standard();
  const auto known = path.thorn_names();
  if (std::find(known.begin(), known.end(), name) != known.end())
    throw Error(fmt::format("there is a thorn \"{}\" already, {}: take another name", name, path.thorn_file(name, {})));
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) throw Error(fmt::format("cannot write {}", path.string()));
}

// Returns the option with which cmake finds the package of this nopal, in its build tree or where it is installed.
// cmake would look for the folder of a nopal on the PATH, too, but this nopal need not be on it.
std::string package_option() {
  const fs::path prefix = fs::path(SearchPath::standard().roots().front()).parent_path().parent_path();
  std::error_code code;
  if (!fs::exists(prefix / "lib/cmake/nopal/nopalConfig.cmake", code)) return {};
  return " " + shell_word("-DCMAKE_PREFIX_PATH=" + prefix.string());
}

} // namespace

std::string new_thorn(const std::string& name, const std::string& folder) {
  check_name(name);
  const fs::path parent = folder.empty() ? fs::path(".") : fs::path(folder);
  const fs::path target = folder.empty() ? fs::path(name) : parent / name;
  std::error_code code;
  if (!fs::is_directory(parent, code))
    throw Error(fmt::format("the folder \"{}\" does not exist: create it, or give another with --in", folder));
  if (fs::exists(fs::symlink_status(target)))
    throw Error(fmt::format("\"{}\" exists already: take another name, or another folder with --in", target.string()));
  if (!fs::create_directory(target, code))
    throw Error(fmt::format("cannot create the folder \"{}\": {}", target.string(), code.message()));
  for (const TemplateFile& file : new_thorn_files())
    write(target / filled_in(file.name, name), filled_in(file.text, name));
  const std::string place = shell_word(target.string());
  return fmt::format("created {0}: build and test it with\n"
                     "  cmake -S {0} -B {0}/build{1} && cmake --build {0}/build && ctest --test-dir {0}/build\n"
                     "and see {0}/README.md\n",
                     place, package_option());
}

} // namespace nopal
