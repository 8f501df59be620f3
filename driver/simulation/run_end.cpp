#include "driver/simulation/run_end.hpp"

#include "core/base/bytes_text.hpp"
#include "driver/command_line/shell_word.hpp"
#include "driver/records/earlier_runs.hpp"
#include "driver/services/output_findings.hpp"

#include <spdlog/spdlog.h>

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>

namespace nopal {

namespace {

namespace fs = std::filesystem;

struct Written {
  fs::path path;
  bool is_folder = false;
  std::uintmax_t bytes = 0;
  fs::file_time_type time;
};

std::uintmax_t bytes_in(const fs::path& folder) {
  std::uintmax_t sum = 0;
  std::error_code code;
  for (fs::recursive_directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    std::error_code of_file;
    const std::uintmax_t bytes = entry->is_regular_file(of_file) ? entry->file_size(of_file) : 0;
    if (!of_file) sum += bytes;
  }
  return sum;
}

// Returns the files and folders in `folder` that are not older than `since`, sorted by path. What cannot be read is
// left out: the run has ended well, and this is only its report.
std::vector<Written> written(const fs::path& folder, const fs::path& since) {
  std::vector<Written> all;
  std::error_code code;
  const fs::file_time_type start = fs::last_write_time(since, code);
  if (code) return all;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    std::error_code of_file;
    Written found{entry->path(), entry->is_directory(of_file), 0, entry->last_write_time(of_file)};
    if (of_file || found.time < start || found.path.filename() == provenance_name) continue;
    found.bytes = found.is_folder ? bytes_in(found.path) : entry->file_size(of_file);
    if (!of_file) all.push_back(std::move(found));
  }
  std::sort(all.begin(), all.end(), [](const Written& a, const Written& b) { return a.path < b.path; });
  return all;
}

// "fields_*.h5" for "fields_00000100.h5".
std::string series_of(const Written& file) {
  static const std::regex iteration("_[0-9]{8,}");
  return std::regex_replace(file.path.filename().string(), iteration, "_*") + (file.is_folder ? "/" : "");
}

bool has_checkpoint(const fs::path& folder) {
  static const std::regex name("checkpoint_[0-9]{8,}");
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
    if (std::regex_match(entry->path().filename().string(), name)) return true;
  return false;
}

// The largest resident memory that this process has had.
std::size_t largest_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

const Written* newest(const std::vector<Written>& all, const std::string& ending) {
  const Written* found = nullptr;
  for (const Written& file : all)
    if (file.path.extension() == ending && (found == nullptr || file.time >= found->time)) found = &file;
  return found;
}

} // namespace

std::vector<std::string> written_lines(const std::string& folder, const std::string& since) {
  struct Series {
    long entries = 0;
    std::uintmax_t bytes = 0;
    bool folders = false;
    std::string first;
  };
  std::map<std::string, Series> all;
  for (const Written& file : written(folder, since)) {
    Series& series = all[series_of(file)];
    if (series.entries == 0) series.first = file.path.filename().string() + (file.is_folder ? "/" : "");
    ++series.entries;
    series.bytes += file.bytes;
    series.folders = file.is_folder;
  }
  if (all.empty()) return {fmt::format("written to {}: nothing but the record of the run", folder)};
  std::vector<std::string> lines = {fmt::format("written to {}:", folder)};
  for (const auto& [name, series] : all) {
    const std::string bytes = bytes_text(series.bytes);
    if (series.entries == 1)
      lines.push_back(fmt::format("  {}: {}", series.first, bytes));
    else
      lines.push_back(
          fmt::format("  {}: {} {}, {}", name, series.entries, series.folders ? "folders" : "files", bytes));
  }
  return lines;
}

std::string look_line(const std::string& folder, const std::string& since) {
  const std::vector<Written> all = written(folder, since);
  if (const Written* picture = newest(all, ".png"))
    return "to look at the last picture: xdg-open " + shell_word(picture->path.string());
  if (const Written* fields = newest(all, ".xmf"))
    return "to look at the fields: paraview " + shell_word(fields->path.string());
  return {};
}

std::string continuation(const std::vector<std::string>& arguments, int ranks) {
  std::string command = ranks == 1 ? "nopal" : fmt::format("mpirun -n {} nopal", ranks);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--recover")
      ++i; // and its value
    else if (!arguments[i].starts_with("--recover="))
      command += " " + shell_word(arguments[i]);
  }
  return command + " --recover auto";
}

void report_run_end(const RunDescription& run, const Session& session, RunFiles& files, TimeLoop::Result result) {
  result.wall.spent(Spent::rest);
  if (session.rank() != 0) return;
  spdlog::info("the run took {}", result.wall.text());
  spdlog::info("memory: rank 0 took at most {}, with its libraries", bytes_text(largest_memory()));
  const std::string folder = files.folder->path(), since = files.folder->run() + "/parfile.yaml";
  for (const std::string& line : written_lines(folder, since)) spdlog::info("{}", line);
  if (!result.not_finite.empty()) spdlog::warn("{}", not_finite_line(result.not_finite));
  if (const std::string line = look_line(folder, since); !line.empty()) spdlog::info("{}", line);
  if (!result.interrupted) return;
  const std::string how = has_checkpoint(folder)
                              ? "to go on: " + continuation(run.line.arguments, session.size())
                              : "this run cannot go on, since there is no checkpoint: the thorn checkpoint writes one "
                                "when a run is interrupted";
  spdlog::info("{}", how);
  files.provenance->add_to_last_words(fmt::format("the run ended after iteration {}; {}", result.last, how));
}

} // namespace nopal
