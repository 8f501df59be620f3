#include "core/sets/renumbering.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

namespace nopal {

namespace {

/// Lists of numbers, one after another: list k is values[offsets[k]], …, values[offsets[k + 1] - 1].
template <class Value> struct Lists {
  std::vector<std::int64_t> offsets{0};
  std::vector<Value> values;

  std::int64_t size() const { return std::ssize(offsets) - 1; }
  std::span<const Value> operator[](std::int64_t k) const {
    return {values.data() + offsets[k], values.data() + offsets[k + 1]};
  }
};

/// Groups of elements. All elements of a group are neighbours of each other. Pairs of neighbours are not stored, since
/// a large group has very many.
Lists<std::int32_t> groups_of(std::span<const NeighbourTable> tables, std::int32_t n) {
  Lists<std::int32_t> groups;
  const auto inside = [n](std::int32_t target) { return target >= 0 && target < n; };
  const auto end_group = [&] { groups.offsets.push_back(std::ssize(groups.values)); };
  for (const NeighbourTable& each : tables) {
    const std::int64_t rows = each.own_rows ? std::min<std::int64_t>(n, each.table->rows()) : each.table->rows();
    for (std::int64_t row = 0; row < rows; ++row) {
      for (const std::int32_t target : each.table->row(row)) {
        if (!inside(target) || (each.own_rows && target == row)) continue;
        groups.values.push_back(target);
        if (!each.own_rows) continue;
        groups.values.push_back(static_cast<std::int32_t>(row));
        end_group();
      }
      if (!each.own_rows) end_group();
    }
  }
  return groups;
}

/// Returns for each element the groups in which it is.
Lists<std::int64_t> groups_of_elements(const Lists<std::int32_t>& groups, std::int32_t n) {
  Lists<std::int64_t> result;
  result.offsets.resize(static_cast<std::size_t>(n) + 1);
  for (const std::int32_t element : groups.values) ++result.offsets[static_cast<std::size_t>(element) + 1];
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  result.values.resize(groups.values.size());
  std::vector<std::int64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::int64_t group = 0; group < groups.size(); ++group)
    for (const std::int32_t element : groups[group]) result.values[next[element]++] = group;
  return result;
}

/// Searches that go from an element to its neighbours, to their neighbours, and so on.
class Search {
public:
  /// `given[e]`: the number that the user of the searches knows element e by.
  Search(Lists<std::int32_t> groups, std::vector<std::int32_t> given)
      : groups_(std::move(groups)), given_(std::move(given)),
        groups_of_(groups_of_elements(groups_, static_cast<std::int32_t>(given_.size()))), seen_(given_.size()),
        seen_groups_(groups_.size()), degrees_(given_.size()) {
    for (std::int32_t element = 0; element < std::ssize(given_); ++element)
      for (const std::int64_t group : groups_of_[element]) degrees_[element] += std::ssize(groups_[group]) - 1;
  }

  /// Returns the same searches, but elements and groups have numbers in the order in which a search finds them. If the
  /// given numbers are in no order, they are many times faster, since they find what they need in the cache.
  Search in_order_found() {
    std::vector<std::int32_t> found;
    found.reserve(given_.size());
    for (std::int32_t start = 0; start < std::ssize(given_); ++start)
      if (!seen_[start]) std::ranges::copy(search(start).elements, std::back_inserter(found));
    std::vector<std::int32_t> place(given_.size()), given;
    for (std::size_t k = 0; k < found.size(); ++k) {
      place[found[k]] = static_cast<std::int32_t>(k);
      given.push_back(given_[found[k]]);
    }
    Lists<std::int32_t> groups;
    std::vector<bool> taken(groups_.size());
    for (const std::int32_t element : found)
      for (const std::int64_t group : groups_of_[element]) {
        if (taken[group]) continue;
        taken[group] = true;
        for (const std::int32_t each : groups_[group]) groups.values.push_back(place[each]);
        groups.offsets.push_back(std::ssize(groups.values));
      }
    return {std::move(groups), std::move(given)};
  }

  std::int32_t given(std::int32_t element) const { return given_[element]; }
  bool seen(std::int32_t element) const { return seen_[element]; }
  bool has_fewer_neighbours(std::int32_t a, std::int32_t b) const {
    return std::tie(degrees_[a], given_[a]) < std::tie(degrees_[b], given_[b]);
  }

  /// What a search from one element found.
  struct Found {
    std::vector<std::int32_t> elements; ///< of its component, by their distance
    std::int32_t distance = 0;          ///< the largest one
    std::size_t farthest = 0;           ///< elements[farthest] and all behind it have this distance
  };
  Found search(std::int32_t start) {
    Found found;
    found.elements.push_back(start);
    seen_[start] = true;
    std::size_t level_end = 1; // end of the elements with the same distance
    for (std::size_t at = 0; at < found.elements.size(); ++at) {
      if (at == level_end) {
        found.farthest = at;
        ++found.distance;
        level_end = found.elements.size();
      }
      add_neighbours(found.elements[at], found.elements);
    }
    return found;
  }
  /// Forgets that a search has seen its elements.
  void forget(const Found& found) {
    for (const std::int32_t element : found.elements) {
      seen_[element] = false;
      for (const std::int64_t group : groups_of_[element]) seen_groups_[group] = false;
    }
  }

private:
  /// Appends the neighbours that have not been seen.
  void add_neighbours(std::int32_t element, std::vector<std::int32_t>& elements) {
    const std::ptrdiff_t old_size = std::ssize(elements);
    for (const std::int64_t group : groups_of_[element]) {
      if (seen_groups_[group]) continue; // all its elements have been seen
      seen_groups_[group] = true;
      for (const std::int32_t neighbour : groups_[group]) {
        if (seen_[neighbour]) continue;
        seen_[neighbour] = true;
        elements.push_back(neighbour);
      }
    }
    std::sort(elements.begin() + old_size, elements.end(),
              [this](std::int32_t a, std::int32_t b) { return has_fewer_neighbours(a, b); });
  }

  Lists<std::int32_t> groups_;
  std::vector<std::int32_t> given_;
  Lists<std::int64_t> groups_of_;
  std::vector<bool> seen_, seen_groups_;
  std::vector<std::int64_t> degrees_;
};

/// Returns an element far out in the component of `start`: another one lies nearly as far from it as two elements of
/// the component can. More searches would hardly find a better one.
std::int32_t far_element(Search& search, std::int32_t start) {
  constexpr int most_searches = 8;
  std::int32_t best = start, distance = -1;
  for (int k = 0; k < most_searches; ++k) {
    const Search::Found found = search.search(start);
    search.forget(found);
    if (found.distance <= distance) break;
    best = start;
    distance = found.distance;
    start =
        *std::min_element(found.elements.begin() + static_cast<std::ptrdiff_t>(found.farthest), found.elements.end(),
                          [&](std::int32_t a, std::int32_t b) { return search.has_fewer_neighbours(a, b); });
  }
  return best;
}

} // namespace

std::vector<std::int32_t> reverse_cuthill_mckee(std::span<const NeighbourTable> tables, std::int32_t n) {
  std::vector<std::int32_t> starts(n), order;
  std::iota(starts.begin(), starts.end(), 0);
  Search search = Search(groups_of(tables, n), starts).in_order_found();
  std::ranges::sort(starts, [&](std::int32_t a, std::int32_t b) { return search.has_fewer_neighbours(a, b); });
  order.reserve(n);
  for (const std::int32_t start : starts) {
    if (search.seen(start)) continue;
    const Search::Found found = search.search(far_element(search, start));
    for (const std::int32_t element : found.elements) order.push_back(search.given(element));
  }
  std::ranges::reverse(order);
  return order;
}

std::vector<std::int32_t> order_by_targets(std::span<const LocalTable* const> tables, std::int32_t n) {
  std::vector<std::vector<std::int32_t>> sorted; // the targets of each table, each row sorted
  for (const LocalTable* table : tables) {
    NOPAL_ASSERT(table->rows() >= n);
    std::vector<std::int32_t>& targets = sorted.emplace_back(table->targets());
    for (std::int32_t row = 0; row < n; ++row) {
      const auto first = targets.begin() + first_entry(*table, row);
      std::sort(first, first + std::ssize(table->row(row)));
    }
  }
  const auto key = [&](std::size_t t, std::int32_t row) {
    return std::span(sorted[t]).subspan(first_entry(*tables[t], row), tables[t]->row(row).size());
  };
  std::vector<std::int32_t> order(n), smallest(n, -1); // of the first table; -1: the row is empty
  std::iota(order.begin(), order.end(), 0);
  for (std::int32_t row = 0; row < n && !tables.empty(); ++row)
    if (!key(0, row).empty()) smallest[row] = key(0, row)[0];
  std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) {
    if (smallest[a] != smallest[b]) return smallest[a] < smallest[b]; // this decides most comparisons at once
    for (std::size_t t = 0; t < tables.size(); ++t) {
      const std::span<std::int32_t> x = key(t, a), y = key(t, b);
      if (!std::ranges::equal(x, y)) return std::ranges::lexicographical_compare(x, y);
    }
    return a < b;
  });
  return order;
}

} // namespace nopal
