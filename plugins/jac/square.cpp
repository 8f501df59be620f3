// The graph of a square: the nodes in rows, and for each node its edges in the order itself, left, right, below, above.

#include <nopal/thorn.hpp>

#include <array>
#include <vector>

namespace {

using namespace nopal;

constexpr std::array<std::array<long, 2>, 5> shifts{{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

/// The nodes of the square, i and j from 1 to size - 1, in the order of the published case: column by column.
struct Square {
  long size;

  long along() const { return size - 1; }
  long node(long i, long j) const { return i - 1 + (j - 1) * along(); }
  bool contains(long i, long j) const { return i > 0 && i < size && j > 0 && j < size; }

  /// Calls visit(node, other node, number of the shift) for the edges of the nodes (i, 1), (i, 2), …, in order.
  template <class Visit> void edges_of_column(long i, const Visit& visit) const {
    for (long j = 1; j < size; ++j)
      for (std::size_t s = 0; s < shifts.size(); ++s)
        if (contains(i + shifts[s][0], j + shifts[s][1]))
          visit(node(i, j), node(i + shifts[s][0], j + shifts[s][1]), s);
  }
  /// Edges of the columns before this one.
  long edges_before(long i) const {
    const long columns = i - 1, inner = 5 * along() - 2; // along j, two nodes have one neighbour less
    const long missing = columns > 0 ? along() : 0, at_end = columns == along() ? along() : 0;
    return columns * inner - missing - at_end;
  }
  long edges() const { return edges_before(size); }
};

/// Calls visit(node, other, shift) for the edges first, …, first + count - 1.
template <class Visit> void edges_of_block(const Square& square, long first, long count, const Visit& visit) {
  for (long i = 1; i < square.size; ++i) {
    long edge = square.edges_before(i);
    if (edge >= first + count || square.edges_before(i + 1) <= first) continue;
    square.edges_of_column(i, [&](long node, long other, std::size_t shift) {
      if (edge >= first && edge < first + count) visit(node, other, shift);
      ++edge;
    });
  }
}

} // namespace

NOPAL_MESH(square) {
  const Square square{maker.parameters().integer("jac::size")};
  maker.set("jac::nodes", square.along() * square.along());
  maker.set("jac::edges", square.edges());
  const ElementBlocks blocks = maker.blocks("jac::edges");
  const int rank = maker.collective().rank();
  std::vector<std::int64_t> targets;
  edges_of_block(square, blocks.first(rank), blocks.count(rank), [&](long node, long other, std::size_t) {
    targets.push_back(node);
    targets.push_back(other);
  });
  maker.map("jac::edge_nodes", {2, std::move(targets)});
}

NOPAL_FUNCTION(fill) {
  const Square square{call.integer("size")};
  nopal::MeshData& mesh = call.services().mesh();
  const ElementBlocks blocks = mesh.blocks("jac::edges");
  const int rank = call.services().rank();
  std::vector<double> block;
  edges_of_block(square, blocks.first(rank), blocks.count(rank),
                 [&](long, long, std::size_t shift) { block.push_back(shift == 0 ? -1.0 : 0.25); });
  const std::vector<double> entries = mesh.from_blocks("jac::edges", 1, block);
  const auto a = call.write<double>("a");
  for (std::size_t e = 0; e < entries.size(); ++e) a(0, static_cast<long>(e)) = entries[e];

  const LocalSet& nodes = mesh.set("jac::nodes");
  const auto r = call.write<double>("r");
  for (long n = 0; n < nodes.owned; ++n) {
    const long number = nodes.numbers[static_cast<std::size_t>(n)];
    const long i = number % square.along() + 1, j = number / square.along() + 1;
    double outside = 0;
    for (const auto& [di, dj] : shifts) outside += square.contains(i + di, j + dj) ? 0 : 0.25;
    r(0, n) = outside;
  }
}
