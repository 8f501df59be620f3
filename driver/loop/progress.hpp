#pragma once
// Shows how far a run is: one line that is rewritten on a terminal, or a new line at intervals in a file.

#include "core/parameters/parameters.hpp"
#include "driver/session/session.hpp"
#include "driver/setup/limits.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace nopal {

struct ProgressSettings {
  std::int64_t every = 0; ///< iterations between two lines; 0: `seconds` counts
  double seconds = 10;    ///< time between two lines
  bool terminal = false;  ///< the log is a terminal: one line is rewritten
  bool silent = false;    ///< true on all ranks but 0, and if the log level is above info
};

/// Reads driver.progress_every, driver.progress_seconds and the verbosity of the Accelerator.
ProgressSettings progress_settings(const Session& session, const Parameters& parameters);

/// Returns "iteration 40/200, time 0.2, 8.4e+07 points/s, 12 s left". Leaves out last < 0, rate <= 0, seconds_left < 0.
std::string progress_line(std::int64_t iteration, std::int64_t last, double time, double rate, double seconds_left);
/// Returns a text such as "12 s", "3 min 5 s" or "2 h 10 min".
std::string duration_text(double seconds);

class Progress {
public:
  /// `points` is the number of points of the whole grid; `first` is the iteration that the run starts from, at
  /// `first_time`. `limits` must outlive this object. Steering may change them.
  Progress(const ProgressSettings& settings, const Limits& limits, long points, std::int64_t first = 0,
           double first_time = 0);
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Call this after each iteration or epoch. `elapsed`: seconds since the start of the program, for the walltime.
  void report(std::int64_t iteration, double time, double elapsed);
  /// Ends the line on a terminal.
  void finish();

private:
  using Clock = std::chrono::steady_clock;
  bool is_due(std::int64_t iteration, double time, Clock::time_point now) const;

  ProgressSettings settings_;
  const Limits& limits_;
  long points_;
  std::int64_t first_;
  double first_time_;
  std::int64_t previous_ = first_; ///< the iteration of the last call of report()
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_report_ = start_;
  bool line_open_ = false;
};

} // namespace nopal
