#include "series.hpp"

#include "checksum.hpp"
#include "disk.hpp"

#include <nopal/thorn.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

namespace nopal::checkpoint {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view stem = "checkpoint_";
constexpr std::string_view unfinished_end = ".part";
constexpr std::int64_t largest_contents = std::int64_t{1} << 30; ///< bytes; each process adds about 200

std::optional<std::int64_t> iteration_of(std::string_view name) {
  if (!name.starts_with(stem)) return std::nullopt;
  name.remove_prefix(stem.size());
  return parse_number<std::int64_t>(name);
}

/// Throws Error if the folder has the name of another iteration's checkpoint. It may have a name of another kind.
void check_name(const std::string& path, std::int64_t iteration) {
  fs::path folder = fs::path(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path(); // the path ends with a slash
  const auto named = iteration_of(folder.filename().string());
  if (named && *named != iteration)
    throw Error("'" + path + "' holds the checkpoint of iteration " + std::to_string(iteration) +
                ", but its name says " + std::to_string(*named) + ": rename it back to " + folder_name(iteration));
}

/// Returns the entries of a folder.
std::vector<fs::directory_entry> entries(const std::string& folder) {
  std::error_code code;
  std::vector<fs::directory_entry> all;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
    all.push_back(*entry);
  if (code) throw Error("cannot list '" + folder + "': " + code.message());
  return all;
}

/// Returns the iterations and paths of the checkpoints, the newest first.
std::vector<std::pair<std::int64_t, std::string>> found(const std::string& folder) {
  std::vector<std::pair<std::int64_t, std::string>> all;
  for (const fs::directory_entry& entry : entries(folder)) {
    const std::string name = entry.path().filename().string();
    std::error_code ignored; // an entry that cannot be read is no checkpoint
    if (const auto iteration = iteration_of(name);
        iteration && name == folder_name(*iteration) && entry.is_directory(ignored))
      all.emplace_back(*iteration, entry.path().string());
  }
  std::sort(all.rbegin(), all.rend());
  return all;
}

/// Gives a complete checkpoint its name again, if the run was killed while it replaced the checkpoint.
bool bring_back(const std::string& folder, const fs::path& path) {
  std::string name = path.filename().string();
  const std::string end = std::string(unfinished_end) + aside_end;
  if (!name.ends_with(end)) return false;
  const std::string complete = folder + '/' + name.substr(1, name.size() - 1 - end.size());
  std::error_code ignored; // if exists() fails, renaming reports the reason
  if (fs::exists(complete, ignored)) return false;
  rename_on_disk(path.string(), complete, keep_fewer);
  return true;
}

} // namespace

std::string folder_name(std::int64_t iteration) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "%08lld", static_cast<long long>(iteration));
  return std::string(stem) + digits;
}

std::string unfinished_name(std::int64_t iteration) {
  return '.' + folder_name(iteration) + std::string(unfinished_end);
}

std::string file_name(int rank) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "%05d", rank);
  return std::string("rank_") + digits + ".data";
}

std::vector<std::string> checkpoints_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& [iteration, path] : found(folder)) paths.push_back(path);
  return paths;
}

void remove_unfinished(const std::string& folder) {
  std::vector<fs::path> unfinished;
  for (const fs::directory_entry& entry : entries(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.' + std::string(stem)) && name.find(unfinished_end) != std::string::npos)
      unfinished.push_back(entry.path());
  }
  for (const fs::path& path : unfinished)
    if (!bring_back(folder, path)) remove_folder(path.string());
}

int set_aside(const std::string& folder, std::int64_t after) {
  int n = 0;
  for (const auto& [iteration, path] : found(folder)) {
    if (iteration <= after) continue;
    const std::string aside = path + ".superseded";
    remove_folder(aside);
    rename_on_disk(path, aside, keep_fewer);
    ++n;
  }
  if (n > 0) sync_folder(folder, keep_fewer);
  return n;
}

void remove_older(const std::string& folder, std::int64_t keep) {
  for (const auto& [iteration, path] : found(folder)) {
    if (keep-- > 0) continue;
    // The folder is renamed first, so that it is no checkpoint any more while its files are removed.
    const std::string doomed = folder + '/' + unfinished_name(iteration);
    remove_folder(doomed);
    rename_on_disk(path, doomed, keep_fewer);
    remove_folder(doomed);
  }
}

Contents read_contents(const std::string& path) {
  const std::string file = path + '/' + contents_name;
  const std::string text = file_text(file, largest_contents);
  Contents contents;
  try {
    contents = from_json(text);
  } catch (const Error& error) {
    throw Error("'" + file + "': " + error.what());
  }
  check_name(path, contents.iteration);
  return contents;
}

void check_file(const std::string& path, const RankFile& expected) {
  const std::string name = path + '/' + expected.name;
  const ExistingFile file(name);
  if (file.bytes() != expected.bytes)
    throw Error("'" + name + "' has " + std::to_string(file.bytes()) + " bytes instead of " +
                std::to_string(expected.bytes));
  std::vector<std::byte> buffer(std::size_t{1} << 22);
  Checksum checksum;
  for (std::int64_t at = 0; at < expected.bytes;) {
    const std::size_t n = std::min(static_cast<std::size_t>(expected.bytes - at), buffer.size());
    file.read(buffer.data(), n, at);
    checksum.add(buffer.data(), n);
    at += static_cast<std::int64_t>(n);
  }
  if (checksum.value() != expected.checksum) throw Error("the checksum of '" + name + "' is wrong: it is damaged");
}

} // namespace nopal::checkpoint
