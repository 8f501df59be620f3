#pragma once
// The folder of a run's record: run.json, which is kept up to date, and what is written once. Of one process.

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace nopal {

/// Every function but the last throws Error where it cannot write.
class RunRecord {
public:
  using Json = nlohmann::ordered_json;

  /// folder: existing. facts: what run.json says beside what follows here. files: texts by name, which may begin with a
  /// folder. Writes all of them, with the state "running".
  RunRecord(std::string folder, const Json& facts, std::map<std::string, std::string> files);

  /// Another folder, existing; the old one is removed. output: what run.json says of it.
  void move(const std::string& folder, const Json& output);
  void recovered(std::int64_t iteration, bool output_done);
  /// Written down where the file is older than half a minute, so that a run that is killed tells how far it came.
  void passed(std::int64_t iteration);
  void change(std::int64_t iteration, const std::string& parameter, const std::string& before,
              const std::string& after);
  /// reason: why the run ends before its last iteration; empty: it does not.
  void end(std::int64_t iteration, const std::string& reason);
  void failed(const std::string& text);

  /// The failure of a run whose record another process or thread has, unless it has ended already.
  static void note_failure(const std::string& folder, const std::string& text);

private:
  void write();
  void save();

  std::string folder_;
  Json run_;
  std::map<std::string, std::string> files_;
  std::chrono::steady_clock::time_point saved_;
};

/// "2026-11-21T22:26:32Z"
std::string utc_now();

} // namespace nopal
