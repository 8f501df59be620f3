#include "core/sets/mesh_build.hpp"

#include "core/base/error.hpp"
#include "core/sets/element_order.hpp"
#include "core/sets/line_build.hpp"
#include "core/sets/renumbering.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

namespace nopal {

namespace {

/// The first numbering of a set: owned elements by global number, then the ghosts in their final order.
class FirstNumbering {
public:
  explicit FirstNumbering(const SetPart& part) : part_(part), of_ghost_(part.ghosts.size()), numbers_(part.owned) {
    for (const Ghost& ghost : part.ghosts)
      executed_.push_back(std::binary_search(part.executed.begin(), part.executed.end(), ghost.number));
    std::vector<std::size_t> order(part.ghosts.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t n) {
      return std::tuple(!executed_[n], part.ghosts[n].owner, part.ghosts[n].number);
    });
    for (const std::size_t n : order) {
      of_ghost_[n] = static_cast<std::int32_t>(numbers_.size());
      numbers_.push_back(part.ghosts[n].number);
      owners_.push_back(part.ghosts[n].owner);
    }
    fill_table();
  }

  /// Returns the local number of an element. It must be owned or a ghost.
  std::int32_t local(std::int64_t number) const {
    if (const std::int32_t place = owned_place(number); place != none) return place;
    const auto ghost = std::ranges::lower_bound(part_.ghosts, number, {}, &Ghost::number);
    NOPAL_ASSERT(ghost != part_.ghosts.end() && ghost->number == number);
    return of_ghost_[ghost - part_.ghosts.begin()];
  }
  /// Global numbers by local number.
  const std::vector<std::int64_t>& numbers() const { return numbers_; }
  /// The owners of the ghosts, in their order.
  const std::vector<int>& owners() const { return owners_; }

private:
  static constexpr std::int32_t none = -1;

  /// Fills of_number_ if its memory is in proportion to the owned elements.
  void fill_table() {
    constexpr std::int64_t most_places = 16; // for each owned element
    if (part_.owned.empty()) return;
    const std::int64_t places = part_.owned.back() - part_.owned.front() + 1;
    if (places / most_places > std::ssize(part_.owned)) return;
    of_number_.assign(static_cast<std::size_t>(places), none);
    for (std::size_t n = 0; n < part_.owned.size(); ++n)
      of_number_[part_.owned[n] - part_.owned.front()] = static_cast<std::int32_t>(n);
  }

  /// Returns the place of an element among the owned ones, or `none`.
  std::int32_t owned_place(std::int64_t number) const {
    if (!of_number_.empty()) {
      const std::int64_t at = number - part_.owned.front();
      return at >= 0 && at < std::ssize(of_number_) ? of_number_[at] : none;
    }
    const auto owned = std::ranges::lower_bound(part_.owned, number);
    const bool found = owned != part_.owned.end() && *owned == number;
    return found ? static_cast<std::int32_t>(owned - part_.owned.begin()) : none;
  }

  const SetPart& part_;
  std::vector<std::int32_t> of_number_; ///< by number minus that of the first owned element; empty: not used
  std::vector<bool> executed_;          ///< by place in part_.ghosts
  std::vector<std::int32_t> of_ghost_;  ///< by place in part_.ghosts: the local number
  std::vector<std::int64_t> numbers_;
  std::vector<int> owners_;
};

/// Returns the neighbours that own the ghosts.
std::vector<SetNeighbour> neighbours_of(const FirstNumbering& numbering, std::int32_t owned) {
  std::vector<SetNeighbour> result;
  std::vector<int> ranks = numbering.owners();
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  for (const int rank : ranks) result.push_back({.rank = rank, .receive = {}, .send = {}});
  for (std::size_t n = 0; n < numbering.owners().size(); ++n) {
    const auto neighbour = std::ranges::lower_bound(result, numbering.owners()[n], {}, &SetNeighbour::rank);
    neighbour->receive.push_back(owned + static_cast<std::int32_t>(n));
  }
  return result;
}

void check_size(const MeshSet& set, const SetPart& part) {
  const auto stored = static_cast<std::int64_t>(part.owned.size() + part.ghosts.size());
  if (stored > std::numeric_limits<std::int32_t>::max())
    throw Error(set.where, "set " + set.name + " has " + std::to_string(stored) +
                               " elements on one process; at most 2147483647 are possible; use more processes");
}

class MeshBuild {
public:
  MeshBuild(const Topology& topology, const MeshPart& part, SumOrder sums)
      : topology_(topology), part_(part), sums_(sums), known_(part.sets.size()) {
    NOPAL_ASSERT(part.sets.size() == topology.sets.size() && part.maps.size() == topology.maps.size());
    for (std::size_t s = 0; s < part.sets.size(); ++s) {
      check_size(topology.sets[s], part.sets[s]);
      numberings_.emplace_back(part.sets[s]);
      mesh_.sets.push_back(first_set(s));
    }
    for (std::size_t m = 0; m < part.maps.size(); ++m)
      tables_.push_back(part.rules.of_map(m) ? LocalTable() : first_table(m));
  }

  LocalMesh run() {
    for (const int set : sets_in_order()) {
      renumber(set, order_of(set));
      known_[set] = true;
    }
    for (std::size_t m = 0; m < tables_.size(); ++m)
      mesh_.maps.push_back(part_.rules.of_map(m) ? LocalMap(lines_of(m)) : LocalMap(std::move(tables_[m])));
    return std::move(mesh_);
  }

private:
  bool is_target(int set) const {
    return std::ranges::any_of(topology_.maps, [&](const MeshMap& map) { return map.to == set; });
  }

  /// Returns the sets in the order of their renumbering. First come those that maps lead to; of these, the one that
  /// most entries of maps lead to, and entries through which loops increment count before others. Those that only lead
  /// elsewhere are ordered by the final numbers of their targets.
  std::vector<int> sets_in_order() const {
    std::vector<std::array<std::int64_t, 2>> entries(mesh_.sets.size()); // incremented ones, then all
    for (std::size_t m = 0; m < tables_.size(); ++m) {
      const std::int64_t n = std::ssize(tables_[m].targets());
      entries[topology_.maps[m].to][0] += topology_.maps[m].incremented ? n : 0;
      entries[topology_.maps[m].to][1] += n;
    }
    std::vector<int> order(mesh_.sets.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int a, int b) {
      return std::tuple(is_target(a), entries[a]) > std::tuple(is_target(b), entries[b]);
    });
    return order;
  }
  /// Whether a map leads to the set from one that has its final numbers.
  bool follows_known(int set) const {
    return std::ranges::any_of(topology_.maps, [&](const MeshMap& map) { return map.to == set && known_[map.from]; });
  }

  LocalSet first_set(std::size_t s) const {
    const SetPart& part = part_.sets[s];
    LocalSet set;
    set.global = part.global;
    set.owned = static_cast<std::int32_t>(part.owned.size());
    set.executed = static_cast<std::int32_t>(part.executed.size());
    set.numbers = numberings_[s].numbers();
    set.stored = static_cast<std::int32_t>(set.numbers.size());
    set.neighbours = neighbours_of(numberings_[s], set.owned);
    return set;
  }

  /// Returns the rows in the order of the first numbering, with targets in it.
  LocalTable first_table(std::size_t m) const {
    const MapTable& table = part_.maps[m];
    const int from = topology_.maps[m].from;
    const std::vector<std::int64_t>& executed = part_.sets[from].executed;
    NOPAL_ASSERT(table.rows() == std::ssize(executed));
    std::vector<std::int64_t> rows(executed.size());
    for (std::size_t n = 0; n < executed.size(); ++n)
      rows[numberings_[from].local(executed[n])] = static_cast<std::int64_t>(n);
    const FirstNumbering& to = numberings_[topology_.maps[m].to];
    return select_rows(table, rows, [&](std::int64_t number) { return to.local(number); });
  }

  /// Returns a table of the chosen rows, whose targets are the locals of the table's targets.
  template <class Index, class Local>
  static LocalTable select_rows(const RowTable<Index>& table, const std::vector<std::int64_t>& rows, Local local) {
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> targets;
    targets.reserve(table.targets().size());
    for (const std::int64_t n : rows) {
      for (const Index target : table.row(n)) targets.push_back(local(target));
      offsets.push_back(std::ssize(targets));
    }
    if (table.arity() > 0) return {table.arity(), std::move(targets)};
    return {std::move(offsets), std::move(targets)};
  }

  /// Returns the executed elements of a set that maps lead to, with neighbours close to each other.
  std::vector<std::int32_t> by_neighbours(int set) const {
    std::vector<NeighbourTable> tables;
    for (std::size_t m = 0; m < tables_.size(); ++m)
      if (topology_.maps[m].to == set) tables.push_back({&tables_[m], topology_.maps[m].from == set});
    std::vector<std::int32_t> order = reverse_cuthill_mckee(tables, mesh_.sets[set].stored);
    std::erase_if(order, [&](std::int32_t element) { return element >= mesh_.sets[set].executed; });
    // The order of the global numbers is taken if it is nearly as good. Where loops add in this order, elements wait
    // for each other the less the closer their places follow it.
    constexpr double nearly = 2;
    std::vector<std::int32_t> by_number(order.size());
    std::iota(by_number.begin(), by_number.end(), 0);
    std::ranges::sort(by_number, {}, [&](std::int32_t element) { return mesh_.sets[set].numbers[element]; });
    return spread(set, by_number) <= nearly * spread(set, order) ? by_number : order;
  }
  /// Returns how far the targets of rows stand apart in an order of the executed elements of a set, summed over all
  /// rows of maps that lead to it.
  double spread(int set, const std::vector<std::int32_t>& order) const {
    std::vector<std::int32_t> place(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<std::int32_t>(k);
    double sum = 0;
    for (std::size_t m = 0; m < tables_.size(); ++m) {
      if (topology_.maps[m].to != set) continue;
      for (std::int64_t row = 0; row < tables_[m].rows(); ++row) {
        std::int32_t least = std::numeric_limits<std::int32_t>::max(), most = -1;
        for (const std::int32_t target : tables_[m].row(row)) {
          if (target >= std::ssize(place)) continue;
          least = std::min(least, place[target]);
          most = std::max(most, place[target]);
        }
        if (most > least) sum += most - least;
      }
    }
    return sum;
  }

  /// Returns the executed elements of a set in the order in which elements with final numbers lead to them.
  std::vector<std::int32_t> by_sources(int set) const {
    std::vector<std::int32_t> order;
    std::vector<bool> seen(mesh_.sets[set].executed);
    const auto add = [&](std::int32_t element) {
      if (element >= std::ssize(seen) || seen[element]) return;
      seen[element] = true;
      order.push_back(element);
    };
    for (std::size_t m = 0; m < tables_.size(); ++m)
      if (topology_.maps[m].to == set && known_[topology_.maps[m].from])
        std::ranges::for_each(tables_[m].targets(), add);
    for (std::int32_t element = 0; element < std::ssize(seen); ++element) add(element);
    return order;
  }

  /// Returns the executed elements of a set that only leads elsewhere, by their targets. What loops increment counts
  /// most.
  std::vector<std::int32_t> by_targets(int set) const {
    std::vector<const LocalTable*> tables;
    for (const bool incremented : {true, false})
      for (std::size_t m = 0; m < tables_.size(); ++m)
        if (topology_.maps[m].from == set && topology_.maps[m].incremented == incremented)
          tables.push_back(&tables_[m]);
    return order_by_targets(tables, mesh_.sets[set].executed);
  }

  /// Returns whether an element or one of its targets is a ghost. On an icosahedral grid this is so for whole lines.
  std::vector<bool> elements_with_ghosts(int set) const {
    std::vector<bool> result(mesh_.sets[set].executed, false);
    std::fill(result.begin() + mesh_.sets[set].owned, result.end(), true);
    for (std::size_t m = 0; m < tables_.size(); ++m) {
      if (topology_.maps[m].from != set || part_.rules.of_map(m)) continue;
      const std::int32_t owned = mesh_.sets[topology_.maps[m].to].owned;
      for (std::int32_t n = 0; n < mesh_.sets[set].owned; ++n)
        if (std::ranges::any_of(tables_[m].row(n), [&](std::int32_t target) { return target >= owned; }))
          result[n] = true;
    }
    if (part_.rules.of_set(set) != nullptr) spread_over_lines(set, result);
    return result;
  }
  void spread_over_lines(int set, std::vector<bool>& with_ghosts) const {
    const std::int64_t columns = part_.rules.of_set(set)->columns();
    const std::vector<std::int64_t>& executed = part_.sets[set].executed;
    for (std::int64_t n = 0; n < std::ssize(executed); n += columns) {
      const auto first = with_ghosts.begin() + numberings_[set].local(executed[n]), end = first + columns;
      if (std::find(first, end, true) != end || leads_to_ghosts(set, executed[n])) std::fill(first, end, true);
    }
  }
  /// Whether the line that begins with this element leads to a ghost by rule.
  bool leads_to_ghosts(int set, std::int64_t number) const {
    const OnRhombus& from = *part_.rules.of_set(set);
    for (std::size_t m = 0; m < tables_.size(); ++m) {
      const MeshMap& map = topology_.maps[m];
      if (map.from != set || !part_.rules.of_map(m)) continue;
      for (const LineTarget& target : line_targets(from, from.line_of(number), *part_.rules.of_set(map.to)))
        if (numberings_[map.to].local(target.line * from.columns()) >= mesh_.sets[map.to].owned) return true;
    }
    return false;
  }

  /// Returns the order of execution.
  std::vector<std::int32_t> order_of(int set) const {
    if (part_.rules.of_set(set) != nullptr) return order_by_lines(set);
    std::vector<std::int32_t> preferred = !is_target(set)      ? by_targets(set)
                                          : follows_known(set) ? by_sources(set)
                                                               : by_neighbours(set);
    std::vector<TargetTable> incremented;
    for (std::size_t m = 0; m < tables_.size(); ++m)
      if (topology_.maps[m].from == set && topology_.maps[m].incremented)
        incremented.push_back({&tables_[m], topology_.maps[m].to});
    const std::span<const std::int64_t> numbers(mesh_.sets[set].numbers.data(), preferred.size());
    if (sums_ == SumOrder::by_number && !incremented.empty()) return element_order(incremented, numbers, preferred);
    // Any order is right, so it is that of the places in memory.
    const std::vector<bool> with_ghosts = elements_with_ghosts(set);
    std::ranges::stable_partition(preferred, [&](std::int32_t element) { return !with_ghosts[element]; });
    return preferred;
  }

  /// The same for a set on an icosahedral grid: whole lines, in the order of their numbers, so that a line is followed
  /// with one step from element to element.
  std::vector<std::int32_t> order_by_lines(int set) const {
    const std::int64_t columns = part_.rules.of_set(set)->columns();
    const std::vector<std::int64_t>& executed = part_.sets[set].executed;
    std::vector<std::int32_t> order;
    for (std::int64_t n = 0; n < std::ssize(executed); n += columns) {
      const std::int32_t start = numberings_[set].local(executed[n]);
      for (std::int32_t i = 0; i < columns; ++i) order.push_back(start + i);
    }
    return order;
  }

  LineRows lines_of(std::size_t m) const {
    const MeshMap& map = topology_.maps[m];
    return local_lines(*part_.rules.of_set(map.from), mesh_.sets[map.from], *part_.rules.of_set(map.to),
                       mesh_.sets[map.to]);
  }

  /// Numbers the owned elements in the order of execution, but those without ghosts first.
  void renumber(int number_of_set, const std::vector<std::int32_t>& order) {
    LocalSet& set = mesh_.sets[number_of_set];
    const std::vector<bool> with_ghosts = elements_with_ghosts(number_of_set);
    std::vector<std::int64_t> old(set.stored);
    std::iota(old.begin(), old.end(), 0);
    auto place = old.begin();
    for (const bool late : {false, true}) {
      for (const std::int32_t element : order)
        if (element < set.owned && with_ghosts[element] == late) *place++ = element;
      if (!late) set.core = static_cast<std::int32_t>(place - old.begin());
    }
    NOPAL_ASSERT(place == old.begin() + set.owned);
    std::vector<std::int32_t> local(set.stored);
    for (std::int32_t n = 0; n < set.stored; ++n) local[old[n]] = n;

    for (const std::int32_t element : order) set.order.push_back(local[element]);
    const std::vector<std::int64_t> numbers = set.numbers;
    for (std::int32_t n = 0; n < set.stored; ++n) set.numbers[n] = numbers[old[n]];
    const std::vector<std::int64_t> old_rows(old.begin(), old.begin() + set.executed);
    std::vector<std::int64_t> same;
    for (std::size_t m = 0; m < tables_.size(); ++m) {
      const bool from = topology_.maps[m].from == number_of_set, to = topology_.maps[m].to == number_of_set;
      if ((!from && !to) || part_.rules.of_map(m)) continue;
      same.resize(tables_[m].rows());
      std::iota(same.begin(), same.end(), 0);
      tables_[m] = select_rows(tables_[m], from ? old_rows : same,
                               [&](std::int32_t target) { return to ? local[target] : target; });
    }
  }

  const Topology& topology_;
  const MeshPart& part_;
  SumOrder sums_;
  std::vector<bool> known_;                ///< by number of the set: whether it has its final numbers
  std::vector<FirstNumbering> numberings_; ///< by number of the set
  std::vector<LocalTable> tables_;         ///< by number of the map; empty for maps by rule
  LocalMesh mesh_;                         ///< maps are missing until the end
};

} // namespace

LocalMesh build_mesh(const Topology& topology, const MeshPart& part, SumOrder sums) {
  return MeshBuild(topology, part, sums).run();
}

std::vector<std::int64_t> received_numbers(const LocalSet& set, const SetNeighbour& neighbour) {
  std::vector<std::int64_t> result;
  for (const std::int32_t element : neighbour.receive) result.push_back(set.numbers[element]);
  return result;
}

void fill_sends(LocalSet& set, const std::vector<std::vector<std::int64_t>>& asked) {
  if (std::ranges::all_of(asked, [](const auto& numbers) { return numbers.empty(); })) return;
  std::vector<std::pair<std::int64_t, std::int32_t>> locals; // of owned elements, by global number
  for (std::int32_t n = 0; n < set.owned; ++n) locals.emplace_back(set.numbers[n], n);
  std::ranges::sort(locals);
  for (int rank = 0; rank < std::ssize(asked); ++rank) {
    if (asked[rank].empty()) continue;
    auto neighbour = std::ranges::lower_bound(set.neighbours, rank, {}, &SetNeighbour::rank);
    if (neighbour == set.neighbours.end() || neighbour->rank != rank)
      neighbour = set.neighbours.insert(neighbour, {.rank = rank, .receive = {}, .send = {}});
    for (const std::int64_t number : asked[rank]) {
      const auto found = std::ranges::lower_bound(locals, number, {}, &std::pair<std::int64_t, std::int32_t>::first);
      NOPAL_ASSERT(found != locals.end() && found->first == number);
      neighbour->send.push_back(found->second);
    }
  }
}

} // namespace nopal
