#include "core/trace/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

constexpr std::size_t most_rows = 12;
constexpr std::size_t most_waits = 5;

double seconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

/// Returns pointers to the entries of a map, the largest first. Entries of equal size keep the map's order.
template <class Map, class Size> auto largest(const Map& map, const Size& size) {
  std::vector<const typename Map::value_type*> entries;
  for (const auto& entry : map) entries.push_back(&entry);
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const auto* a, const auto* b) { return size(a->second) > size(b->second); });
  return entries;
}

/// Writes rows as aligned columns.
class Table {
public:
  explicit Table(std::vector<std::string>& lines, std::size_t texts) : lines_(lines), texts_(texts) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// Aligns the first `texts` columns left and the others right.
  void print() {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const auto& row : rows_)
      for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    for (const auto& row : rows_) {
      std::string line = " ";
      for (std::size_t c = 0; c < row.size(); ++c)
        line += c < texts_ ? fmt::format(" {:<{}} ", row[c], widths[c]) : fmt::format(" {:>{}} ", row[c], widths[c]);
      line.erase(line.find_last_not_of(' ') + 1);
      lines_.push_back(std::move(line));
    }
  }

private:
  std::vector<std::string>& lines_;
  std::size_t texts_;
  std::vector<std::vector<std::string>> rows_;
};

std::string more(std::size_t rows, std::size_t shown) { return fmt::format("  and {} more", rows - shown); }

void routines(const TraceSummary& summary, std::vector<std::string>& lines) {
  Table table(lines, 2);
  table.row({"routine", "place", "calls", "host s", "device s"});
  const auto rows = largest(summary.routines, [](const TraceSummary::Work& w) { return w.host + w.device; });
  for (std::size_t r = 0; r < std::min(rows.size(), most_rows); ++r) {
    const auto& [key, work] = *rows[r];
    table.row({key.name, key.place, std::to_string(work.calls), fmt::format("{:.4f}", seconds(work.host)),
               key.place == "device" ? fmt::format("{:.4f}", seconds(work.device)) : "-"});
  }
  table.print();
  if (rows.size() > most_rows) lines.push_back(more(rows.size(), most_rows));
}

void waits(const TraceSummary& summary, std::vector<std::string>& lines) {
  Table table(lines, 1);
  table.row({"wait for", "times", "s"});
  const auto rows = largest(summary.waits, [](const TraceSummary::Waits& w) { return w.time; });
  for (std::size_t r = 0; r < std::min(rows.size(), most_waits); ++r)
    table.row(
        {rows[r]->first, std::to_string(rows[r]->second.count), fmt::format("{:.4f}", seconds(rows[r]->second.time))});
  table.print();
  if (rows.size() > most_waits) lines.push_back(more(rows.size(), most_waits));
}

} // namespace

std::vector<std::string> copy_lines(const TraceSummary& summary) {
  std::vector<std::string> lines;
  if (summary.copies.empty()) return lines;
  Table table(lines, 2);
  table.row({"cause", "variable", "to device", "bytes", "to host", "bytes", "s"});
  const auto rows =
      largest(summary.copies, [](const TraceSummary::Copies& c) { return c.to_device_bytes + c.to_host_bytes; });
  for (std::size_t r = 0; r < std::min(rows.size(), most_rows); ++r) {
    const auto& [key, copies] = *rows[r];
    table.row({key.cause, key.variable, std::to_string(copies.to_device), std::to_string(copies.to_device_bytes),
               std::to_string(copies.to_host), std::to_string(copies.to_host_bytes),
               fmt::format("{:.4f}", seconds(copies.time))});
  }
  table.print();
  if (rows.size() > most_rows) lines.push_back(more(rows.size(), most_rows));
  return lines;
}

std::vector<std::string> summary_lines(const TraceSummary& summary, int ranks) {
  std::vector<std::string> lines{ranks == 1 ? "trace:" : fmt::format("trace: sums over {} ranks", ranks)};
  if (!summary.routines.empty()) routines(summary, lines);
  if (!summary.copies.empty()) {
    for (std::string& line : copy_lines(summary)) lines.push_back(std::move(line));
    const double share =
        summary.copy_time > 0 ? 100.0 * seconds(summary.hidden_copy_time) / seconds(summary.copy_time) : 0;
    lines.push_back(
        fmt::format("  overlap: {:.0f} % of {:.4f} s of copies ran at the same time as kernels or work of the host{}",
                    share, seconds(summary.copy_time),
                    summary.host_clock ? " (these are times of calls, because the device reports no times)" : ""));
  }
  if (!summary.waits.empty()) waits(summary, lines);
  return lines;
}

} // namespace nopal
