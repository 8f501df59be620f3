// The mesh of nine cells, and its data.

#include <nopal/thorn.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

namespace {

using namespace nopal;

constexpr std::array<std::array<long, 2>, 12> edge_cells{
    {{0, 1}, {1, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 4}, {4, 5}, {3, 6}, {4, 7}, {5, 8}, {6, 7}, {7, 8}}};
constexpr std::array<double, 9> cells{0.128, 0.345, 0.224, 0.118, 0.246, 0.324, 0.112, 0.928, 0.237};
constexpr std::array<double, 12> edges{3.3, 2.1, 7.4, 5.5, 7.6, 3.4, 10.5, 9.9, 8.9, 6.4, 4.4, 3.6};

/// Sets the owned elements of a dat by their global numbers.
template <class Values> void set_values(Call& call, const std::string& name, const Values& values) {
  const std::string set = name == "c" ? "nine::cells" : "nine::edges";
  const LocalSet& local = call.services().mesh().set(set);
  const auto field = call.write<double>(name);
  for (long n = 0; n < local.owned; ++n)
    field(0, n) = values[static_cast<std::size_t>(local.numbers[static_cast<std::size_t>(n)])];
}

/// The mistakes that tests ask for.
void make_mistake(std::int64_t twist, std::vector<std::int64_t>& targets) {
  if (twist == 1 && !targets.empty()) targets.front() = 9;
  if (twist == 2 && !targets.empty()) targets.back() = -1;
}

} // namespace

NOPAL_MESH(square) {
  const std::int64_t twist = maker.parameters().integer("nine::twist");
  const int rank = maker.collective().rank();
  maker.set("nine::cells", twist == 3 ? 0 : 9);
  maker.set("nine::edges", twist == 4 ? -12 : twist == 5 ? std::int64_t{1} << 60 : 12);
  if (twist == 6) maker.set("nine::edges", 12);
  const ElementBlocks of_edges = maker.blocks("nine::edges"), of_cells = maker.blocks("nine::cells");
  std::vector<std::int64_t> targets;
  for (std::int64_t e = of_edges.first(rank); twist != 5 && e < of_edges.first(rank) + of_edges.count(rank); ++e)
    for (const long cell : edge_cells[static_cast<std::size_t>(e)]) targets.push_back(cell);
  make_mistake(twist, targets);
  maker.map("nine::edge_cells", {twist == 7 ? 1 : 2, std::move(targets)});
  std::vector<std::int64_t> offsets{0}, of_cell;
  for (std::int64_t c = of_cells.first(rank); c < of_cells.first(rank) + of_cells.count(rank); ++c) {
    for (std::size_t e = 0; e < edge_cells.size(); ++e)
      if (edge_cells[e][0] == c || edge_cells[e][1] == c) of_cell.push_back(static_cast<std::int64_t>(e));
    offsets.push_back(std::ssize(of_cell));
  }
  if (twist == 10) maker.rule("nine::cell_edges");
  if (twist != 8) maker.map("nine::cell_edges", {std::move(offsets), std::move(of_cell)});
  std::vector<double> positions; // the first row stands above
  for (std::int64_t c = of_cells.first(rank); c < of_cells.first(rank + 1); ++c)
    for (const std::int64_t coordinate : {c % 3, 2 - c / 3}) positions.push_back(static_cast<double>(coordinate));
  maker.positions("nine::cells", 2, std::move(positions));
  if (twist == 9) maker.map("nine::no_such_map", {});
}

NOPAL_FUNCTION(fill) {
  set_values(call, "c", cells);
  set_values(call, "e", edges);
}

NOPAL_FUNCTION(show) {
  const LocalSet& local = call.services().mesh().set("nine::cells");
  const auto c = call.read<double>("c"), gathered = call.read<double>("gathered");
  const auto n = call.read<std::int64_t>("n");
  for (long e = 0; e < local.owned; ++e)
    fmt::print("cell {}: {:.17g} {:.17g} {}\n", local.numbers[static_cast<std::size_t>(e)], c(0, e), gathered(0, e),
               n(0, e));
  std::fflush(stdout);
}
