#include "core/trace/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

constexpr std::size_t most_rows = 12;
constexpr std::size_t most_waits = 5;

double seconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

std::string in_seconds(std::int64_t nanoseconds) { return fmt::format("{:.4f}", seconds(nanoseconds)); }

using Row = std::vector<std::string>;

/// Adds the rows as aligned columns. Aligns the first `texts` columns left and the others right.
void add_rows(std::vector<std::string>& lines, const std::vector<Row>& rows, std::size_t texts) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  for (const Row& row : rows) {
    std::string line = " ";
    for (std::size_t c = 0; c < row.size(); ++c)
      line += c < texts ? fmt::format(" {:<{}} ", row[c], widths[c]) : fmt::format(" {:>{}} ", row[c], widths[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  }
}

struct TableForm {
  Row heading;
  std::size_t texts = 1; ///< number of columns of text, the first ones
  std::size_t most = most_rows;
};

/// Adds a table of the largest entries of a map. Entries of equal size keep the map's order.
template <class Map, class Size, class MakeRow> void add_table(std::vector<std::string>& lines, const TableForm& form,
                                                               const Map& map, const Size& size,
                                                               const MakeRow& make_row) {
  std::vector<const typename Map::value_type*> entries;
  for (const auto& entry : map) entries.push_back(&entry);
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const auto* a, const auto* b) { return size(a->second) > size(b->second); });
  std::vector<Row> rows{form.heading};
  for (std::size_t r = 0; r < std::min(entries.size(), form.most); ++r)
    rows.push_back(make_row(entries[r]->first, entries[r]->second));
  add_rows(lines, rows, form.texts);
  if (entries.size() > form.most) lines.push_back(fmt::format("  and {} more", entries.size() - form.most));
}

void add_routines(std::vector<std::string>& lines, const TraceSummary& summary) {
  add_table(
      lines, {{"routine", "place", "calls", "host s", "device s"}, 2}, summary.routines,
      [](const TraceSummary::Work& work) { return work.host + work.device; },
      [](const TraceSummary::RoutineKey& key, const TraceSummary::Work& work) {
        return Row{key.name, key.place, std::to_string(work.calls), in_seconds(work.host),
                   key.place == "device" ? in_seconds(work.device) : "-"};
      });
}

void add_waits(std::vector<std::string>& lines, const TraceSummary& summary) {
  add_table(
      lines, {{"wait for", "times", "s"}, 1, most_waits}, summary.waits,
      [](const TraceSummary::Waits& waits) { return waits.time; },
      [](const std::string& name, const TraceSummary::Waits& waits) {
        return Row{name, std::to_string(waits.count), in_seconds(waits.time)};
      });
}

} // namespace

std::vector<std::string> copy_lines(const TraceSummary& summary) {
  std::vector<std::string> lines;
  if (summary.copies.empty()) return lines;
  add_table(
      lines, {{"cause", "variable", "to device", "bytes", "to host", "bytes", "s"}, 2}, summary.copies,
      [](const TraceSummary::Copies& copies) { return copies.to_device_bytes + copies.to_host_bytes; },
      [](const TraceSummary::CopyKey& key, const TraceSummary::Copies& copies) {
        return Row{key.cause,
                   key.variable,
                   std::to_string(copies.to_device),
                   std::to_string(copies.to_device_bytes),
                   std::to_string(copies.to_host),
                   std::to_string(copies.to_host_bytes),
                   in_seconds(copies.time)};
      });
  return lines;
}

std::vector<std::string> summary_lines(const TraceSummary& summary, int ranks) {
  std::vector<std::string> lines{ranks == 1 ? "trace:" : fmt::format("trace: sums over {} ranks", ranks)};
  if (!summary.routines.empty()) add_routines(lines, summary);
  if (!summary.copies.empty()) {
    for (std::string& line : copy_lines(summary)) lines.push_back(std::move(line));
    const double share =
        summary.copy_time > 0 ? 100.0 * seconds(summary.hidden_copy_time) / seconds(summary.copy_time) : 0;
    lines.push_back(
        fmt::format("  overlap: {:.0f} % of {:.4f} s of copies ran at the same time as kernels or work of the host{}",
                    share, seconds(summary.copy_time),
                    summary.host_clock ? " (these are times of calls, because the device reports no times)" : ""));
  }
  if (!summary.waits.empty()) add_waits(lines, summary);
  return lines;
}

} // namespace nopal
