#include "driver/records/earlier_runs.hpp"

#include "core/base/error.hpp"
#include "core/files/existing_file.hpp"
#include "driver/records/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace nopal {

namespace {

namespace fs = std::filesystem;

constexpr const char* stem = "run_";

std::string name_of(int number) { return fmt::format("{}{:04d}", stem, number); }

int newest_number(const fs::path& records) {
  int newest = -1;
  for (const std::string& name : entries_of(records.string())) newest = std::max(newest, number_after(stem, name));
  return newest;
}

} // namespace

std::optional<EarlierRun> newest_run(const std::string& folder) {
  const fs::path records = fs::path(folder) / provenance_name;
  const int newest = newest_number(records);
  if (newest < 0) return std::nullopt;
  EarlierRun run;
  run.path = (records / name_of(newest)).string();
  try {
    const auto record = nlohmann::json::parse(file_text(run.path + '/' + record_name, largest_record));
    run.requested = record.at("output").at("requested").get<std::string>();
    run.start = record.at("start").get<std::string>();
    run.state = record.at("status").at("state").get<std::string>();
    run.iteration = record.at("iteration").get<std::int64_t>();
  } catch (const nlohmann::json::exception&) { // NOLINT(bugprone-empty-catch): a record with fewer entries
  } catch (const Error&) {                     // NOLINT(bugprone-empty-catch): the run was killed before it wrote one
  }
  return run;
}

std::string claim_run(const std::string& folder) {
  const fs::path records = fs::path(folder) / provenance_name;
  make_folders(records.string());
  for (int number = newest_number(records) + 1;; ++number) {
    const std::string path = (records / name_of(number)).string();
    if (::mkdir(path.c_str(), 0777) == 0) return path;
    if (errno != EEXIST)
      throw Error(fmt::format("cannot create the folder '{}': {}; make it writable or set driver.output to another "
                              "folder",
                              path, std::strerror(errno)));
  }
}

} // namespace nopal
