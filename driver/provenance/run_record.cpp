#include "driver/provenance/run_record.hpp"

#include "core/files/disk.hpp"
#include "core/files/existing_file.hpp"
#include "driver/records/earlier_runs.hpp"
#include "driver/records/files.hpp"

#include <filesystem>
#include <utility>

namespace nopal {

namespace {

namespace fs = std::filesystem;
using Json = RunRecord::Json;

constexpr int format_version = 1;
constexpr std::chrono::seconds between_saves{30};

std::string text_of(const Json& run) { return run.dump(2, ' ', false, Json::error_handler_t::replace) + '\n'; }

Json status(const std::string& state, const std::string& reason = {}) {
  return {{"state", state}, {"reason", reason.empty() ? Json() : Json(reason)}};
}

} // namespace

RunRecord::RunRecord(std::string folder, const Json& facts, std::map<std::string, std::string> files)
    : folder_(std::move(folder)), run_({{"format", format_version},
                                        {"status", status("running")},
                                        {"iteration", nullptr},
                                        {"start", utc_now()},
                                        {"updated", nullptr},
                                        {"end", nullptr},
                                        {"recovery", nullptr},
                                        {"changes", Json::array()},
                                        {"not_finite", Json::array()}}),
      files_(std::move(files)) {
  run_.update(facts);
  write();
}

void RunRecord::write() {
  for (const auto& [name, text] : files_) {
    const fs::path path = fs::path(folder_) / name;
    make_folders(path.parent_path().string());
    write_file(path.string(), text, Durability::system, "");
  }
  save();
}

void RunRecord::save() {
  saved_ = std::chrono::steady_clock::now(); // also if it fails, so that not every iteration tries again
  run_["updated"] = utc_now();
  replace_file(folder_ + '/' + record_name, text_of(run_));
}

void RunRecord::move(const std::string& folder, const Json& output) {
  const std::string before = std::exchange(folder_, folder);
  run_["output"] = output;
  write();
  std::error_code code; // if this fails, the old folder keeps a record of a run that did nothing there
  fs::remove_all(before, code);
}

void RunRecord::recovered(std::int64_t iteration, bool output_done) {
  run_["recovery"] = {{"iteration", iteration}, {"output_done", output_done}};
  run_["iteration"] = iteration;
  save();
}

void RunRecord::passed(std::int64_t iteration) {
  run_["iteration"] = iteration;
  if (std::chrono::steady_clock::now() - saved_ >= between_saves) save();
}

void RunRecord::ends_soon(const std::string& text) {
  // A rank that failed has recorded it, and its end may be why the launcher ends the job.
  const Json there = Json::parse(file_text(folder_ + '/' + record_name, largest_record));
  if (run_["status"]["state"] != "running" || there.at("status").at("state") != "running") return;
  run_["status"]["reason"] = text;
  save();
}

void RunRecord::change(std::int64_t iteration, const std::string& parameter, const std::string& before,
                       const std::string& after) {
  run_["changes"].push_back(
      {{"iteration", iteration}, {"parameter", parameter}, {"old", before}, {"new", after}, {"time", utc_now()}});
  save();
}

void RunRecord::not_finite(std::span<const NotFiniteOutput> variables) {
  for (const NotFiniteOutput& each : variables)
    run_["not_finite"].push_back({{"variable", each.variable},
                                  {"outputs", each.outputs},
                                  {"iteration", each.iteration},
                                  {"time", each.time},
                                  {"what", each.what}});
  save();
}

void RunRecord::end(std::int64_t iteration, const std::string& reason) {
  run_["iteration"] = iteration;
  run_["end"] = utc_now();
  run_["status"] = reason.empty() ? status("complete") : status("terminated", reason);
  save();
}

void RunRecord::failed(const std::string& text) {
  run_["end"] = utc_now();
  run_["status"] = status("failed", text);
  save();
}

void RunRecord::note_failure(const std::string& folder, const std::string& text) {
  const std::string path = folder + '/' + record_name;
  Json run = Json::parse(file_text(path, largest_record));
  if (run.at("status").at("state") != "running") return;
  run["end"] = run["updated"] = utc_now();
  run["status"] = status("failed", text);
  replace_file(path, text_of(run));
}

} // namespace nopal
