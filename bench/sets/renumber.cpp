#include "bench/sets/renumber.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bench {

namespace {

/// The neighbours of each cell.
struct Graph {
  explicit Graph(const Mesh& mesh) : begin(static_cast<std::size_t>(mesh.cells) + 1) {
    for (const int cell : mesh.edge_cells) ++begin[cell + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    neighbours.resize(mesh.edge_cells.size());
    std::vector<int> next(begin.begin(), begin.end() - 1);
    for (long e = 0; e < mesh.edges; ++e) {
      const int a = mesh.edge_cells[2 * e], b = mesh.edge_cells[2 * e + 1];
      neighbours[next[a]++] = b;
      neighbours[next[b]++] = a;
    }
  }
  int degree(int cell) const { return begin[cell + 1] - begin[cell]; }

  std::vector<int> begin, neighbours;
};

/// Appends to `order` all cells that can be reached from `start`, by their distance. `seen` has `mark` for each of
/// them.
void spread(const Graph& graph, int start, int mark, std::vector<int>& seen, std::vector<int>& order) {
  std::size_t next = order.size();
  order.push_back(start);
  seen[start] = mark;
  for (; next < order.size(); ++next) {
    const int cell = order[next];
    const auto first = static_cast<long>(order.size());
    for (int n = graph.begin[cell]; n < graph.begin[cell + 1]; ++n) {
      const int neighbour = graph.neighbours[n];
      if (seen[neighbour] == mark) continue;
      seen[neighbour] = mark;
      order.push_back(neighbour);
    }
    std::stable_sort(order.begin() + first, order.end(),
                     [&](int a, int b) { return graph.degree(a) < graph.degree(b); });
  }
}

/// Each part of the graph begins at a cell that is far from another one.
std::vector<int> cuthill_mckee(const Graph& graph, long cells) {
  std::vector<int> order, seen(static_cast<std::size_t>(cells), 0);
  order.reserve(static_cast<std::size_t>(cells));
  for (int cell = 0; cell < cells; ++cell) {
    if (seen[cell] != 0) continue;
    const std::size_t size = order.size();
    int start = cell;
    for (const int mark : {1, 2}) {
      spread(graph, start, mark, seen, order);
      start = order.back();
      order.resize(size);
    }
    spread(graph, start, 3, seen, order);
  }
  return order;
}

/// Returns the rows of a table, each `arity` long, in another order and with new values.
std::vector<int> reordered(const std::vector<int>& table, int arity, const std::vector<int>& rows,
                           const std::vector<int>& new_values) {
  std::vector<int> result;
  result.reserve(table.size());
  for (const int row : rows)
    for (int n = 0; n < arity; ++n) result.push_back(new_values[table[arity * row + n]]);
  return result;
}

std::vector<int> numbers(long size) {
  std::vector<int> result(static_cast<std::size_t>(size));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

/// Returns the new number of each old one.
std::vector<int> inverse(const std::vector<int>& old) {
  std::vector<int> result(old.size());
  for (std::size_t n = 0; n < old.size(); ++n) result[old[n]] = static_cast<int>(n);
  return result;
}

/// Returns the nodes in the order in which cells name them. Nodes without a cell follow.
std::vector<int> nodes_by_cells(const Mesh& mesh, const std::vector<int>& old_cell) {
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(mesh.nodes));
  std::vector<bool> seen(static_cast<std::size_t>(mesh.nodes));
  const auto add = [&](int node) {
    if (!seen[node]) order.push_back(node);
    seen[node] = true;
  };
  for (const int cell : old_cell)
    for (int n = 0; n < 4; ++n) add(mesh.cell_nodes[4 * cell + n]);
  for (int node = 0; node < mesh.nodes; ++node) add(node);
  return order;
}

} // namespace

Renumbered renumbered(const Mesh& mesh) {
  Renumbered result;
  result.old_cell = cuthill_mckee(Graph(mesh), mesh.cells);
  std::reverse(result.old_cell.begin(), result.old_cell.end());
  const std::vector<int> cell = inverse(result.old_cell), old_node = nodes_by_cells(mesh, result.old_cell);
  const std::vector<int> node = inverse(old_node);
  const auto cells_of = [&](int edge) {
    const int a = cell[mesh.edge_cells[2 * edge]], b = cell[mesh.edge_cells[2 * edge + 1]];
    return std::pair(std::min(a, b), std::max(a, b));
  };
  std::vector<int> old_edge = numbers(mesh.edges), old_bedge = numbers(mesh.bedges);
  std::sort(old_edge.begin(), old_edge.end(), [&](int a, int b) { return cells_of(a) < cells_of(b); });
  std::stable_sort(old_bedge.begin(), old_bedge.end(),
                   [&](int a, int b) { return cell[mesh.bedge_cell[a]] < cell[mesh.bedge_cell[b]]; });

  Mesh& out = result.mesh;
  out = {mesh.nodes, mesh.cells, mesh.edges, mesh.bedges, {}, {}, {}, {}, {}, {}, {}};
  for (const int old : old_node) out.x.insert(out.x.end(), {mesh.x[2 * old], mesh.x[2 * old + 1]});
  out.cell_nodes = reordered(mesh.cell_nodes, 4, result.old_cell, node);
  out.edge_nodes = reordered(mesh.edge_nodes, 2, old_edge, node);
  out.edge_cells = reordered(mesh.edge_cells, 2, old_edge, cell);
  out.bedge_nodes = reordered(mesh.bedge_nodes, 2, old_bedge, node);
  out.bedge_cell = reordered(mesh.bedge_cell, 1, old_bedge, cell);
  for (const int old : old_bedge) out.bedge_bound.push_back(mesh.bedge_bound[old]);
  return result;
}

} // namespace bench
