#include "files.hpp"

#include "kinds.hpp"

#include <filesystem>
#include <map>
#include <utility>

namespace nopal::tsv {

namespace {

std::map<std::string, TextFile>& files() {
  static std::map<std::string, TextFile> files;
  return files;
}

/// Whether the names of all files are on the disk.
bool& names_are_synced() {
  static bool synced = true;
  return synced;
}

} // namespace

TextFile& file(Call& call, const std::string& name, const Header& header) {
  Services& services = call.services();
  const std::string path = services.output_folder() + '/' + name + ".tsv";
  if (const auto found = files().find(path); found != files().end()) return found->second;
  const std::optional<Recovery>& recovered = services.recovered();
  if (recovered && call.iteration() > 0 && !std::filesystem::exists(path))
    services.warn("tsv: the earlier run has left no '" + path + "'; it begins with iteration " +
                  std::to_string(call.iteration()));
  names_are_synced() = false;
  return files()
      .emplace(path, TextFile(path, header_text(services.variables(), call.domain(), header),
                              recovered ? std::optional(recovered->output_until()) : std::nullopt))
      .first->second;
}

std::string file_stem(const Variables& variables, int variable) {
  return variables.group_of(variable).thorn + '-' + variables.variable(variable).name;
}

void sync_files(const std::string& folder) {
  for (auto& [path, file] : files()) file.sync();
  if (std::exchange(names_are_synced(), true)) return;
  sync_folder(folder, "");
}

void close_files() {
  files().clear();
  names_are_synced() = true;
}

} // namespace nopal::tsv

NOPAL_FUNCTION(close) {
  nopal::tsv::close_files();
  nopal::tsv::forget_warnings();
}
