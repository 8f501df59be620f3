#include "driver/loop/wall_time.hpp"

#include "core/schedule/run_bins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nopal {

namespace {

constexpr std::array part_names = {"set-up", "evolution", "analysis and output", "checkpoints", "rest"};

} // namespace

Spent spent_in(std::string_view bin) {
  if (is_start_bin(bin)) return Spent::setup;
  if (has_bin(evolution_bins, bin)) return Spent::evolution;
  // The last checkpoint is written in terminate, and output in the background ends in shutdown.
  return bin == "checkpoint" || bin == "terminate" ? Spent::checkpoints : Spent::output;
}

double WallTime::total() const { return std::accumulate(seconds_.begin(), seconds_.end(), 0.0); }

std::string WallTime::text() const {
  // The last kind takes what rounding leaves over.
  const auto hundredths = [](double seconds) { return std::lround(seconds * 100); };
  const long total_hundredths = hundredths(total());
  long left = total_hundredths;
  std::string parts;
  for (std::size_t i = 0; i < seconds_.size(); ++i) {
    const bool last = i + 1 == seconds_.size();
    const long mine = last ? left : std::min(left, hundredths(seconds_[i]));
    left -= mine;
    parts += fmt::format("{}{} {:.2f} s", i == 0 ? "" : ", ", part_names[i], static_cast<double>(mine) / 100);
  }
  return fmt::format("{:.2f} s: {}", static_cast<double>(total_hundredths) / 100, parts);
}

} // namespace nopal
