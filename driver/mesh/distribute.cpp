#include "driver/mesh/distribute.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "driver/mesh/partition.hpp"
#include "driver/mesh/route.hpp"

#include <iterator>
#include <string>
#include <utility>

namespace nopal {

namespace {

/// Rows of this process's block by the rank that needs them: positions in the block, ascending.
using RowsByRank = std::vector<std::vector<std::int64_t>>;

class Distribution {
public:
  Distribution(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
               const std::vector<std::vector<int>>& owners)
      : communicator_(communicator), rank_(rank_in(communicator)), size_(size_of(communicator)), topology_(topology),
        slices_(slices), owners_(owners) {}

  MeshPart run() {
    part_.sets.resize(topology_.sets.size());
    part_.maps.resize(topology_.maps.size());
    part_.rules = slices_.rules;
    for (int set = 0; set < topology_.n_sets(); ++set) {
      find_owned(set);
      route_rows_of(set);
    }
    find_ghosts();
    return std::move(part_);
  }

private:
  ElementBlocks blocks(int set) const { return {slices_.sizes[static_cast<std::size_t>(set)], size_}; }
  const std::vector<int>& owners(int set) const { return owners_[static_cast<std::size_t>(set)]; }
  SetPart& set_part(int set) { return part_.sets[static_cast<std::size_t>(set)]; }

  /// Tells each process which elements it owns. Blocks ascend with their ranks, so that the numbers ascend.
  void find_owned(int set) {
    const std::int64_t first = blocks(set).first(rank_);
    NOPAL_ASSERT(std::ssize(owners(set)) == blocks(set).count(rank_));
    std::vector<std::vector<std::int64_t>> numbers(static_cast<std::size_t>(size_));
    for (std::int64_t n = 0; n < std::ssize(owners(set)); ++n) {
      const int owner = owners(set)[static_cast<std::size_t>(n)];
      NOPAL_ASSERT(owner >= 0 && owner < size_);
      numbers[static_cast<std::size_t>(owner)].push_back(first + n);
    }
    set_part(set).global = blocks(set).elements;
    set_part(set).owned = route(communicator_, numbers).values;
  }

  /// Returns the owners of the targets of each row, one after another.
  std::vector<int> target_owners(std::size_t m) {
    if (size_ == 1) return std::vector<int>(slices_.maps[m].targets().size(), 0);
    std::vector<std::int64_t> numbers = slices_.maps[m].targets();
    sort_unique(numbers);
    const int to = topology_.maps[m].to;
    const std::vector<int> found = fetch(communicator_, blocks(to), owners(to), numbers);
    std::vector<int> result;
    for (const std::int64_t target : slices_.maps[m].targets()) {
      const auto place = std::lower_bound(numbers.begin(), numbers.end(), target) - numbers.begin();
      result.push_back(found[static_cast<std::size_t>(place)]);
    }
    return result;
  }

  /// A row of this process's block, or a line, that a rank executes.
  struct Need {
    std::int64_t row;
    int rank;
    auto operator<=>(const Need&) const = default;
  };

  /// Returns the rows that each rank executes.
  RowsByRank executed_rows(int set) {
    std::vector<std::pair<const MapTable*, std::vector<int>>> incremented; // with the owners of all targets
    for (std::size_t m = 0; m < topology_.maps.size(); ++m)
      if (topology_.maps[m].from == set && topology_.maps[m].incremented && !slices_.rules.of_map(m))
        incremented.emplace_back(&slices_.maps[m], target_owners(m));
    RowsByRank result(static_cast<std::size_t>(size_));
    for (std::int64_t n = 0; n < std::ssize(owners(set)); ++n) {
      const auto add = [&](int rank) {
        std::vector<std::int64_t>& rows = result[static_cast<std::size_t>(rank)];
        if (rows.empty() || rows.back() != n) rows.push_back(n);
      };
      add(owners(set)[static_cast<std::size_t>(n)]);
      for (const auto& [table, of_targets] : incremented) {
        const std::int64_t first = table->row(n).data() - table->targets().data();
        for (std::int64_t entry = first; entry < first + std::ssize(table->row(n)); ++entry)
          add(of_targets[static_cast<std::size_t>(entry)]);
      }
    }
    if (const OnRhombus* const grid = slices_.rules.of_set(set)) return whole_lines(set, *grid, result);
    return result;
  }

  /// Adds the lines that lead to others by rule, and the rest of lines of which `rows` has some elements.
  RowsByRank whole_lines(int set, const OnRhombus& grid, const RowsByRank& rows) {
    std::vector<Need> needs;
    for (int rank = 0; rank < size_; ++rank)
      for (const std::int64_t row : rows[static_cast<std::size_t>(rank)]) needs.push_back({row, rank});
    const std::int64_t first = blocks(set).first(rank_), end = blocks(set).first(rank_ + 1);
    std::vector<std::vector<Need>> lines(
        static_cast<std::size_t>(size_)); // by the ranks whose blocks hold some of them
    std::vector<Need> wanted;
    for (const Need& need : needs) wanted.push_back({grid.line_of(first + need.row), need.rank});
    for (std::int64_t line = grid.line_of(first); first < end && line <= grid.line_of(end - 1); ++line)
      for (const int rank : ranks_of_targets(set, grid, line)) wanted.push_back({line, rank});
    sort_unique(wanted);
    for (const Need& line : wanted)
      for (int holder = blocks(set).process_of(line.row * grid.columns());
           holder <= blocks(set).process_of((line.row + 1) * grid.columns() - 1); ++holder)
        lines[static_cast<std::size_t>(holder)].push_back(line);
    for (const Need& line : route(communicator_, lines).values)
      for (std::int64_t n = std::max(first, line.row * grid.columns());
           n < std::min(end, (line.row + 1) * grid.columns()); ++n)
        needs.push_back({n - first, line.rank});
    sort_unique(needs);
    RowsByRank result(static_cast<std::size_t>(size_));
    for (const Need& need : needs) result[static_cast<std::size_t>(need.rank)].push_back(need.row);
    return result;
  }

  /// Returns the owners of the lines to which a line leads through incremented maps by rule.
  std::vector<int> ranks_of_targets(int set, const OnRhombus& grid, std::int64_t line) const {
    std::vector<int> ranks;
    for (std::size_t m = 0; m < topology_.maps.size(); ++m) {
      const MeshMap& map = topology_.maps[m];
      if (map.from != set || !map.incremented || !slices_.rules.of_map(m)) continue;
      const OnRhombus& to = *slices_.rules.of_set(map.to);
      for (const LineTarget& target : line_targets(grid, line, to))
        ranks.push_back(owner_of_line(to, target.line, size_));
    }
    return ranks;
  }

  void route_rows_of(int set) {
    const RowsByRank rows = executed_rows(set);
    const std::int64_t first = blocks(set).first(rank_);
    std::vector<std::vector<std::int64_t>> numbers = rows;
    for (std::vector<std::int64_t>& of_rank : numbers)
      for (std::int64_t& number : of_rank) number += first;
    set_part(set).executed = route(communicator_, numbers).values;
    for (std::size_t m = 0; m < topology_.maps.size(); ++m)
      if (topology_.maps[m].from == set && !slices_.rules.of_map(m)) part_.maps[m] = route_table(m, rows);
  }

  MapTable route_table(std::size_t m, const RowsByRank& rows) const {
    const MapTable& table = slices_.maps[m];
    std::vector<std::vector<std::int64_t>> targets(rows.size()), lengths(rows.size());
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
      for (const std::int64_t n : rows[rank]) {
        const auto row = table.row(n);
        targets[rank].insert(targets[rank].end(), row.begin(), row.end());
        lengths[rank].push_back(std::ssize(row));
      }
    std::vector<std::int64_t> all = route(communicator_, targets).values;
    const int arity = topology_.maps[m].arity;
    if (arity > 0) return {arity, std::move(all)};
    std::vector<std::int64_t> offsets{0};
    for (const std::int64_t length : route(communicator_, lengths).values) offsets.push_back(offsets.back() + length);
    return {std::move(offsets), std::move(all)};
  }

  /// Lists the elements that are mentioned and not owned, and asks for their owners.
  void find_ghosts() {
    if (size_ == 1) return;
    std::vector<std::vector<std::int64_t>> mentioned;
    for (const SetPart& set : part_.sets) mentioned.push_back(set.executed);
    for (std::size_t m = 0; m < topology_.maps.size(); ++m) {
      std::vector<std::int64_t>& of_set = mentioned[static_cast<std::size_t>(topology_.maps[m].to)];
      of_set.insert(of_set.end(), part_.maps[m].targets().begin(), part_.maps[m].targets().end());
    }
    for (int set = 0; set < topology_.n_sets(); ++set) {
      std::vector<std::int64_t>& numbers = mentioned[static_cast<std::size_t>(set)];
      sort_unique(numbers);
      SetPart& part = set_part(set);
      if (const OnRhombus* const grid = slices_.rules.of_set(set)) {
        part.ghosts = ghost_lines(set, *grid, numbers);
        continue;
      }
      std::vector<std::int64_t> others;
      std::set_difference(numbers.begin(), numbers.end(), part.owned.begin(), part.owned.end(),
                          std::back_inserter(others));
      const std::vector<int> found = fetch(communicator_, blocks(set), owners(set), others);
      for (std::size_t n = 0; n < others.size(); ++n) part.ghosts.push_back({others[n], found[n]});
    }
  }

  /// Returns whole lines: those of the elements that are mentioned, and those to which executed lines lead by rule.
  std::vector<Ghost> ghost_lines(int set, const OnRhombus& grid, const std::vector<std::int64_t>& mentioned) const {
    std::vector<std::int64_t> lines;
    for (const std::int64_t number : mentioned)
      if (lines.empty() || lines.back() != grid.line_of(number)) lines.push_back(grid.line_of(number));
    for (std::size_t m = 0; m < topology_.maps.size(); ++m) {
      if (topology_.maps[m].to != set || !slices_.rules.of_map(m)) continue;
      const OnRhombus& from = *slices_.rules.of_set(topology_.maps[m].from);
      const std::vector<std::int64_t>& executed = part_.sets[static_cast<std::size_t>(topology_.maps[m].from)].executed;
      for (std::size_t n = 0; n < executed.size(); n += static_cast<std::size_t>(grid.columns()))
        for (const LineTarget& target : line_targets(from, from.line_of(executed[n]), grid))
          lines.push_back(target.line);
    }
    sort_unique(lines);
    std::vector<Ghost> ghosts;
    for (const std::int64_t line : lines)
      if (const int owner = owner_of_line(grid, line, size_); owner != rank_)
        for (std::int64_t i = 0; i < grid.columns(); ++i) ghosts.push_back({line * grid.columns() + i, owner});
    return ghosts;
  }

  MPI_Comm communicator_;
  int rank_, size_;
  const Topology& topology_;
  const MeshSlices& slices_;
  const std::vector<std::vector<int>>& owners_;
  MeshPart part_;
};

/// Collective. Builds the part. If that fails on any process, throws an Error on all.
LocalMesh build_everywhere(MPI_Comm communicator, const Topology& topology, const MeshPart& part, SumOrder sums) {
  LocalMesh mesh;
  std::string wrong;
  try {
    mesh = build_mesh(topology, part, sums);
  } catch (const Error& error) {
    wrong = error.what();
  }
  int failed = wrong.empty() ? 0 : 1;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, communicator);
  if (failed != 0) throw Error(wrong.empty() ? "another process could not hold its part of the mesh" : wrong);
  return mesh;
}

/// Collective. Tells owners which of their elements are ghosts elsewhere.
void tell_owners(MPI_Comm communicator, LocalSet& set) {
  const auto size = static_cast<std::size_t>(size_of(communicator));
  std::vector<std::vector<std::int64_t>> wanted(size), asked(size);
  for (const SetNeighbour& neighbour : set.neighbours)
    wanted[static_cast<std::size_t>(neighbour.rank)] = received_numbers(set, neighbour);
  const Routed<std::int64_t> questions = route(communicator, wanted);
  for (std::size_t rank = 0; rank < size; ++rank) {
    const auto numbers = questions.from(static_cast<int>(rank));
    asked[rank].assign(numbers.begin(), numbers.end());
  }
  fill_sends(set, asked);
}

} // namespace

MeshPart route_rows(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
                    const std::vector<std::vector<int>>& owners) {
  return Distribution(communicator, topology, slices, owners).run();
}

LocalMesh distribute(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
                     const std::vector<std::vector<int>>& owners, SumOrder sums) {
  LocalMesh mesh = build_everywhere(communicator, topology, route_rows(communicator, topology, slices, owners), sums);
  for (LocalSet& set : mesh.sets) tell_owners(communicator, set);
  return mesh;
}

} // namespace nopal
