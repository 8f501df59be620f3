#include "driver/tune/tune_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace nopal {

namespace {

using Json = nlohmann::ordered_json;

double points_of(const TuneReport& report) {
  double points = 1;
  for (const long extent : report.points) points *= static_cast<double>(extent);
  return points;
}

/// A tile for driver.tile: an axis that is not cut has the points of the whole grid, because 0 leaves the choice to
/// nopal.
std::vector<long> tile_of(const TuneReport& report, const Way& way) {
  std::vector<long> tile;
  for (int axis = 0; axis < report.dimension; ++axis)
    tile.push_back(way.tile[axis] > 0 ? way.tile[axis] : report.points[axis]);
  return tile;
}

/// The parameters that ask for a way, with their values.
std::vector<std::pair<std::string, Json>> parameters_of(const TuneReport& report, const Way& way) {
  if (report.streams()) return {{"accelerator.blocking_factor", way.most}, {"accelerator.block_size", way.block_size}};
  if (way.most == 0) return {{"driver.blocking_factor", 1}};
  return {{"driver.blocking_factor", way.most}, {"driver.tile", tile_of(report, way)}};
}

std::string parameters_text(const TuneReport& report, const Way& way) {
  std::string text;
  for (const auto& [name, value] : parameters_of(report, way))
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name, value.dump());
  return text;
}

/// Whether parameters can ask for the way: a run whose data stream always has epochs where it can.
bool can_be_set(const TuneReport& report, const Way& way) { return !report.streams() || way.most > 0; }

std::string row(const TuneReport& report, int number) {
  const MeasuredWay& measured = report.ways[static_cast<std::size_t>(number)];
  const Way& way = measured.way;
  const std::string name =
      way.most == 0 ? way.text
                    : fmt::format("{:2} iteration{} {}", way.iterations, way.iterations == 1 ? ", " : "s,", way.shape);
  if (measured.seconds.empty()) return fmt::format("  {:<60}not measured\n", name);
  const double seconds = measured.median(), plain = report.ways.front().median();
  std::string notes;
  const bool alone = report.ways.size() == 1;
  if (!alone && number == report.fastest()) notes += "  the fastest";
  if (!alone && number == report.model) notes += fmt::format("{}the choice of the model", notes.empty() ? "  " : ", ");
  return fmt::format("  {:<60}{:>14.4g}{:>12.4g}{:>8}{}\n", name, seconds, points_of(report) / seconds,
                     plain > 0 ? fmt::format("{:.2f}", plain / seconds) : "", notes);
}

std::string limit_text(const TuneReport& report) {
  if (report.limit.empty()) return {};
  if (report.ways.size() == 1) return fmt::format("no epochs, because of: {}\n", report.limit);
  return fmt::format("epochs have no more iterations, because of: {}\n", report.limit);
}

std::string advice(const TuneReport& report) {
  const int best = report.fastest();
  if (best < 0 || report.ways.size() == 1) return {};
  const Way& way = report.ways[static_cast<std::size_t>(best)].way;
  std::string text;
  if (can_be_set(report, way)) text += fmt::format("to set the fastest way: {}\n", parameters_text(report, way));
  if (report.kept)
    text += "without that, runs with the same kernels, grid, ranks and threads begin with it by themselves\n";
  return text;
}

Json json_of(const TuneReport& report, int number) {
  const MeasuredWay& measured = report.ways[static_cast<std::size_t>(number)];
  const Way& way = measured.way;
  Json json = {{"most", way.most}, {"iterations", way.iterations}, {"shape", way.shape}};
  if (way.most > 0 && report.streams()) json["block_size"] = way.block_size;
  if (way.most > 0 && !report.streams()) json["tile"] = tile_of(report, way);
  json["epochs"] = measured.seconds;
  if (measured.seconds.empty()) return json;
  const double seconds = measured.median(), plain = report.ways.front().median();
  json["seconds"] = seconds;
  json["points_per_second"] = points_of(report) / seconds;
  if (plain > 0) json["speed"] = plain / seconds;
  return json;
}

} // namespace

double MeasuredWay::median() const {
  if (seconds.empty()) return -1;
  std::vector<double> sorted = seconds;
  std::ranges::sort(sorted);
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

int TuneReport::fastest(int first) const {
  int best = -1;
  for (int n = first; n < static_cast<int>(ways.size()); ++n) {
    const double seconds = ways[static_cast<std::size_t>(n)].median();
    if (seconds >= 0 && (best < 0 || seconds < ways[static_cast<std::size_t>(best)].median())) best = n;
  }
  return best;
}

std::string tune_text(const TuneReport& report) {
  std::string text = fmt::format(
      "{} points, {} rank{} of {} thread{}, {}\n", extents_text(report.points, report.dimension), report.ranks,
      report.ranks == 1 ? "" : "s", report.threads, report.threads == 1 ? "" : "s", report.place);
  text += fmt::format("  {:<60}{:>14}{:>12}{:>8}\n", "", "s an iteration", "points/s", "speed");
  for (int number = 0; number < static_cast<int>(report.ways.size()); ++number) text += row(report, number);
  text += limit_text(report);
  if (!report.ended_early.empty()) text += fmt::format("the measurement ended early: {}\n", report.ended_early);
  return text + advice(report);
}

std::string tune_json(const TuneReport& report) {
  Json json = {{"nopal", NOPAL_VERSION},
               {"title", report.title},
               {"place", report.place},
               {"points", std::vector<long>(report.points.begin(), report.points.begin() + report.dimension)},
               {"ranks", report.ranks},
               {"threads", report.threads},
               {"ways", Json::array()},
               {"limit", report.limit},
               {"kept", report.kept},
               {"ended_early", report.ended_early}};
  for (int number = 0; number < static_cast<int>(report.ways.size()); ++number)
    json["ways"].push_back(json_of(report, number));
  const int best = report.fastest();
  json["model"] = report.model;
  json["fastest"] = best;
  if (best >= 0 && can_be_set(report, report.ways[static_cast<std::size_t>(best)].way))
    for (const auto& [name, value] : parameters_of(report, report.ways[static_cast<std::size_t>(best)].way))
      json["set"][name] = value;
  return json.dump(2) + "\n";
}

} // namespace nopal
