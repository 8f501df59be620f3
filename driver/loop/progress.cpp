#include "driver/loop/progress.hpp"

#include "driver/session/log.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace nopal {

ProgressSettings progress_settings(const Session& session, const Parameters& parameters) {
  // A verbose Accelerator logs between two progress lines, so that no line can be rewritten.
  const bool verbose = parameters.boolean("accelerator::verbose") || parameters.boolean("accelerator::veryverbose");
  return {.every = parameters.integer("driver::progress_every"),
          .seconds = parameters.real("driver::progress_seconds"),
          .terminal = log_is_terminal() && !verbose,
          .silent = session.rank() != 0 || !spdlog::should_log(spdlog::level::info)};
}

std::string duration_text(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string progress_line(std::int64_t iteration, std::int64_t last, double time, double rate, double seconds_left) {
  std::string line = fmt::format("iteration {}", iteration);
  if (last >= 0) line += fmt::format("/{}", last);
  line += fmt::format(", time {:.6g}", time);
  if (rate > 0) line += fmt::format(", {:.3g} points/s", rate);
  if (seconds_left >= 0) line += ", " + duration_text(seconds_left) + " left";
  return line;
}

Progress::Progress(const ProgressSettings& settings, const Limits& limits, long points, std::int64_t first,
                   double first_time)
    : settings_(settings), limits_(limits), points_(points), first_(first), first_time_(first_time) {}

bool Progress::is_due(std::int64_t iteration, double time, Clock::time_point now) const {
  const double since = std::chrono::duration<double>(now - last_report_).count();
  if (settings_.terminal) return since > 0.2 || limits_.reached(iteration, time);
  if (settings_.every > 0) return iteration / settings_.every > previous_ / settings_.every;
  return since >= settings_.seconds;
}

void Progress::report(std::int64_t iteration, double time, double elapsed) {
  if (settings_.silent) return;
  const Clock::time_point now = Clock::now();
  const bool due = is_due(iteration, time, now);
  previous_ = iteration;
  if (!due) return;
  last_report_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double per_iteration = seconds / static_cast<double>(iteration - first_);
  double left = -1;
  if (limits_.iterations >= 0) left = per_iteration * static_cast<double>(limits_.iterations - iteration);
  const auto limit_left = [&left](double more) { left = left < 0 ? more : std::min(left, more); };
  if (std::isfinite(limits_.final_time) && time > first_time_)
    limit_left(seconds * std::max(0.0, limits_.final_time - time) / (time - first_time_));
  if (limits_.has_walltime()) limit_left(std::max(0.0, limits_.walltime - elapsed));
  const std::string line =
      progress_line(iteration, limits_.iterations, time, static_cast<double>(points_) / per_iteration, left);
  if (settings_.terminal) {
    // The next line, of progress or of the log, clears this one.
    std::printf("\033[K%s\r", line.c_str());
    std::fflush(stdout);
    line_open_ = true;
  } else {
    spdlog::info("{}", line);
  }
}

void Progress::finish() {
  if (line_open_) std::printf("\n");
  line_open_ = false;
}

} // namespace nopal
