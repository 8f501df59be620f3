#include "driver/mesh/element_graph.hpp"

#include "driver/mesh/route.hpp"

namespace nopal {

namespace {

struct Arc {
  std::int64_t from, to;
  auto operator<=>(const Arc&) const = default;
};

/// Arcs by the process whose block has the element that they start from.
class Arcs {
public:
  explicit Arcs(const ElementBlocks& blocks) : blocks_(blocks), to_(static_cast<std::size_t>(blocks.processes)) {}

  void join(std::int64_t a, std::int64_t b) {
    if (a == b) return;
    add({a, b});
    add({b, a});
  }
  void join_row(std::vector<std::int64_t> row) {
    const bool all = row.size() <= most_joined_targets;
    if (all) sort_unique(row);
    for (std::size_t n = 0; n < row.size(); ++n) {
      const std::size_t end = all ? row.size() : std::min(n + 2, row.size());
      for (std::size_t other = n + 1; other < end; ++other) join(row[n], row[other]);
    }
  }
  const std::vector<std::vector<Arc>>& to() const { return to_; }

private:
  void add(const Arc& arc) { to_[static_cast<std::size_t>(blocks_.process_of(arc.from))].push_back(arc); }

  ElementBlocks blocks_;
  std::vector<std::vector<Arc>> to_;
};

} // namespace

ElementGraph element_graph(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices, int set) {
  const int rank = rank_in(communicator);
  const ElementBlocks blocks{slices.sizes[static_cast<std::size_t>(set)], size_of(communicator)};
  Arcs joined(blocks);
  for (std::size_t m = 0; m < topology.maps.size(); ++m) {
    if (topology.maps[m].to != set) continue;
    const MapTable& table = slices.maps[m];
    for (std::int64_t n = 0; n < table.rows(); ++n) {
      const auto row = table.row(n);
      if (topology.maps[m].from == set)
        for (const std::int64_t target : row) joined.join(blocks.first(rank) + n, target);
      else
        joined.join_row({row.begin(), row.end()});
    }
  }
  std::vector<Arc> arcs = route(communicator, joined.to()).values;
  std::sort(arcs.begin(), arcs.end());
  ElementGraph graph;
  graph.offsets.push_back(0);
  std::size_t next = 0;
  for (std::int64_t element = blocks.first(rank); element < blocks.first(rank + 1); ++element) {
    for (; next < arcs.size() && arcs[next].from == element; ++next) {
      if (next > 0 && arcs[next] == arcs[next - 1]) {
        ++graph.weights.back();
        continue;
      }
      graph.targets.push_back(arcs[next].to);
      graph.weights.push_back(1);
    }
    graph.offsets.push_back(std::ssize(graph.targets));
  }
  return graph;
}

} // namespace nopal
