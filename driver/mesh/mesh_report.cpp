#include "driver/mesh/mesh_report.hpp"

#include "core/base/assert.hpp"
#include "driver/mesh/route.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

/// Returns the sums, or the largest values, of all processes.
std::vector<std::int64_t> over_all(MPI_Comm communicator, MPI_Op operation, std::vector<std::int64_t> values) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_INT64_T, operation, communicator);
  return values;
}

SetReport report_set(MPI_Comm communicator, const LocalSet& set) {
  const auto sums = over_all(communicator, MPI_SUM, {set.executed - set.owned, set.stored - set.executed});
  const auto most = over_all(communicator, MPI_MAX, {set.owned, -set.owned, std::ssize(set.neighbours)});
  return {.elements = set.global,
          .least_owned = -most[1],
          .most_owned = most[0],
          .execute_halo = sums[0],
          .other_ghosts = sums[1],
          .most_neighbours = most[2]};
}

/// The rows of ghosts are rows of their owners, too. They are not counted twice.
MapReport report_map(MPI_Comm communicator, const LocalMap& map, const LocalSet& from, const LocalSet& to) {
  std::vector<std::int32_t> room;
  std::int64_t targets = 0, longest = 0, cut = 0;
  for (std::int32_t n = 0; n < from.owned; ++n) {
    const auto row = map.row(n, room);
    targets += std::ssize(row);
    longest = std::max(longest, static_cast<std::int64_t>(std::ssize(row)));
    cut += std::any_of(row.begin(), row.end(), [&](std::int32_t target) { return target >= to.owned; });
  }
  const auto sums = over_all(communicator, MPI_SUM, {from.owned, targets, cut, map.bytes()});
  const auto most = over_all(communicator, MPI_MAX, {longest});
  return {.rows = sums[0],
          .targets = sums[1],
          .longest_row = most[0],
          .cut_rows = sums[2],
          .by_rule = map.lines() != nullptr,
          .bytes = sums[3]};
}

std::string set_line(const MeshSet& set, const SetReport& report, int processes) {
  std::string line = fmt::format("set {}: {} elements", set.name, report.elements);
  if (processes == 1) return line;
  const double mean = static_cast<double>(report.elements) / processes;
  line += fmt::format(", {} to {} on a process", report.least_owned, report.most_owned);
  if (report.elements > 0)
    line +=
        fmt::format(" (at most {:.1f} % above the mean)", 100 * (static_cast<double>(report.most_owned) / mean - 1));
  line += fmt::format("; ghosts: {} executed, {} others", report.execute_halo, report.other_ghosts);
  return line + fmt::format("; at most {} neighbour{}", report.most_neighbours, report.most_neighbours == 1 ? "" : "s");
}

std::string map_line(const Topology& topology, const MeshMap& map, const MapReport& report, int processes) {
  std::string line =
      fmt::format("map {}: {} to {}, ", map.name, topology.sets[map.from].name, topology.sets[map.to].name);
  const double rows = std::max<double>(1, static_cast<double>(report.rows));
  line += map.arity > 0 ? fmt::format("{} of each", map.arity)
                        : fmt::format("{:.1f} of each on average, at most {}",
                                      static_cast<double>(report.targets) / rows, report.longest_row);
  line += fmt::format("; {} of {} bytes", report.by_rule ? "a rule" : "a table", report.bytes);
  if (processes == 1) return line;
  return line + fmt::format("; {} rows lead to another process", report.cut_rows);
}

} // namespace

MeshReport mesh_report(MPI_Comm communicator, const Topology& topology, const LocalMesh& mesh) {
  NOPAL_ASSERT(mesh.sets.size() == topology.sets.size() && mesh.maps.size() == topology.maps.size());
  MeshReport report;
  report.processes = size_of(communicator);
  for (const LocalSet& set : mesh.sets) report.sets.push_back(report_set(communicator, set));
  for (std::size_t m = 0; m < mesh.maps.size(); ++m)
    report.maps.push_back(
        report_map(communicator, mesh.maps[m], mesh.sets[topology.maps[m].from], mesh.sets[topology.maps[m].to]));
  return report;
}

std::vector<std::string> report_lines(const Topology& topology, const MeshReport& report) {
  std::vector<std::string> lines;
  for (std::size_t s = 0; s < report.sets.size(); ++s)
    lines.push_back(set_line(topology.sets[s], report.sets[s], report.processes));
  for (std::size_t m = 0; m < report.maps.size(); ++m)
    lines.push_back(map_line(topology, topology.maps[m], report.maps[m], report.processes));
  return lines;
}

} // namespace nopal
