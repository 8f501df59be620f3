#pragma once
// The folder of a run's record: run.json, which is updated, and files that are written once. Used by one process.

#include "core/accelerator/run_observer.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace nopal {

/// Every function throws Error if it cannot write, and note_failure() also if it cannot read the record.
class RunRecord {
public:
  using Json = nlohmann::ordered_json;

  /// Writes run.json, with the facts and the state "running", and the files to the folder, which exists. `files` holds
  /// texts by name; a name may begin with a folder.
  RunRecord(std::string folder, const Json& facts, std::map<std::string, std::string> files);

  /// Moves the record to another folder, which exists, and removes the old one. `output` is the new entry of run.json.
  void move(const std::string& folder, const Json& output);
  void recovered(std::int64_t iteration, bool output_done);
  /// Writes the iteration if the file is older than half a minute. So the record of a killed run says how far it came.
  void passed(std::int64_t iteration);
  /// Writes why the run may be killed soon, unless the record says already how it ended.
  void ends_soon(const std::string& text);
  void change(std::int64_t iteration, const std::string& parameter, const std::string& before,
              const std::string& after);
  /// Adds variables of which output has values that are not finite.
  void not_finite(std::span<const NotFiniteOutput> variables);
  /// `reason`: why the run ends before its last iteration; empty: it reached it.
  void end(std::int64_t iteration, const std::string& reason);
  void failed(const std::string& text);

  /// Records the failure of a run whose record belongs to another process or thread, unless the record says already
  /// that the run ended.
  static void note_failure(const std::string& folder, const std::string& text);

private:
  void write();
  void save();

  std::string folder_;
  Json run_;
  std::map<std::string, std::string> files_;
  std::chrono::steady_clock::time_point saved_;
};

} // namespace nopal
