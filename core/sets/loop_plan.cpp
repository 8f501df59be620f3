#include "core/sets/loop_plan.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace nopal {

namespace {

/// Finds the distinct targets of blocks, and where the targets of a row stand among them.
class TargetLists {
public:
  TargetLists(const LoopElements& elements, std::span<const PlanTable> tables, LoopPlan& plan)
      : elements_(elements), tables_(tables), plan_(plan), positions_(tables.size()) {}

  void find(std::int32_t n_blocks, std::span<const std::int32_t> set_sizes) {
    for (int set = 0; set < std::ssize(set_sizes); ++set)
      if (std::ranges::count(tables_, set, &PlanTable::to) > 0) find_in_set(set, set_sizes[set], n_blocks);
    for (std::size_t t = 0; t < tables_.size(); ++t)
      plan_.tables.push_back(table_of_positions(*tables_[t].table, std::move(positions_[t])));
  }

private:
  void find_in_set(int set, std::int32_t size, std::int32_t n_blocks) {
    BlockTargets& found = plan_.sets.emplace_back();
    found.set = set;
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> all, mine, position(size);
    for (std::int32_t block = 0; block < n_blocks; ++block) {
      mine.clear();
      each_row(set, block, [&](std::size_t, std::span<const std::int32_t> row) {
        mine.insert(mine.end(), row.begin(), row.end());
      });
      found.entries += std::ssize(mine);
      std::ranges::sort(mine);
      mine.erase(std::ranges::unique(mine).begin(), mine.end());
      NOPAL_ASSERT(mine.empty() || (mine.front() >= 0 && mine.back() < size));
      for (std::size_t k = 0; k < mine.size(); ++k) position[mine[k]] = static_cast<std::int32_t>(k);
      each_row(set, block, [&](std::size_t t, std::span<const std::int32_t> row) {
        for (const std::int32_t target : row) positions_[t].push_back(position[target]);
      });
      all.insert(all.end(), mine.begin(), mine.end());
      offsets.push_back(std::ssize(all));
    }
    found.targets = LocalTable(std::move(offsets), std::move(all));
  }

  /// Calls f(number of the table, row) for the elements of a block and the tables that lead to the set.
  template <class F> void each_row(int set, std::int32_t block, F f) const {
    for (std::size_t t = 0; t < tables_.size(); ++t)
      if (tables_[t].to == set)
        for (std::int32_t place = plan_.block_first(block); place < plan_.block_end(block); ++place)
          f(t, tables_[t].table->row(elements_.element(place)));
  }

  LocalTable table_of_positions(const LocalTable& table, std::vector<std::int32_t> positions) const {
    if (table.arity() > 0) return LocalTable(table.arity(), std::move(positions));
    std::vector<std::int64_t> offsets{0};
    for (std::int32_t place = plan_.first; place < plan_.end; ++place)
      offsets.push_back(offsets.back() + std::ssize(table.row(elements_.element(place))));
    return LocalTable(std::move(offsets), std::move(positions));
  }

  const LoopElements& elements_;
  std::span<const PlanTable> tables_;
  LoopPlan& plan_;
  std::vector<std::vector<std::int32_t>> positions_; ///< by table: of the targets of all rows
};

/// Gives colours to elements or to blocks that increment elements of other sets.
class Colouring {
public:
  Colouring(const LoopElements& elements, std::span<const PlanTable> tables, std::span<const std::int32_t> set_sizes)
      : elements_(elements), first_of_set_(set_sizes.size() + 1) {
    for (const PlanTable& each : tables)
      if (each.incremented) tables_.push_back(each);
    for (std::size_t set = 0; set < set_sizes.size(); ++set) {
      const bool used = std::ranges::count(tables_, static_cast<int>(set), &PlanTable::to) > 0;
      first_of_set_[set + 1] = first_of_set_[set] + (used ? set_sizes[set] : 0);
    }
    taken_.resize(first_of_set_.back());
  }

  /// Item k consists of the places first + k * size to first + (k + 1) * size - 1, as far as they come before `end`.
  /// Each item gets the lowest colour that no item before it has with which it shares a target. Returns the number of
  /// colours. Each pass over the items gives out 64 colours.
  std::int32_t colour(std::int32_t first, std::int32_t end, std::int32_t size, std::span<std::int32_t> colours) {
    std::ranges::fill(colours, none);
    std::int32_t n_colours = 0;
    bool some_left = true;
    for (std::int32_t base = 0; some_left; base += n_bits) {
      some_left = false;
      const auto each_item = [&](auto f) {
        for (std::size_t k = 0; k < colours.size(); ++k) {
          const std::int32_t from = first + static_cast<std::int32_t>(k) * size;
          if (colours[k] == none) f(k, from, end - from < size ? end : from + size);
        }
      };
      each_item([&](std::size_t, std::int32_t from, std::int32_t to) {
        each_target(from, to, [](std::uint64_t& taken) { taken = 0; });
      });
      each_item([&](std::size_t k, std::int32_t from, std::int32_t to) {
        std::uint64_t all_taken = 0;
        each_target(from, to, [&](std::uint64_t taken) { all_taken |= taken; });
        const int lowest = std::countr_one(all_taken);
        if (lowest == n_bits) {
          some_left = true;
          return;
        }
        colours[k] = base + lowest;
        n_colours = std::max(n_colours, colours[k] + 1);
        each_target(from, to, [&](std::uint64_t& taken) { taken |= std::uint64_t{1} << lowest; });
      });
    }
    return n_colours;
  }

private:
  static constexpr std::int32_t none = -1;
  static constexpr int n_bits = 64;

  /// Calls f(colours that are taken) for all that the places increment.
  template <class F> void each_target(std::int32_t first_place, std::int32_t end_place, F f) {
    for (std::int32_t place = first_place; place < end_place; ++place)
      for (const PlanTable& each : tables_)
        for (const std::int32_t target : each.table->row(elements_.element(place)))
          f(taken_[first_of_set_[each.to] + target]);
  }

  const LoopElements& elements_;
  std::vector<PlanTable> tables_;          ///< those that are incremented
  std::vector<std::int64_t> first_of_set_; ///< position of the first element of each set in taken_
  std::vector<std::uint64_t> taken_;       ///< by target: a bit for each colour of this pass that is taken
};

/// Returns a table whose row c has the items of colour c.
LocalTable items_by_colour(const std::vector<std::int32_t>& colours, std::int32_t n_colours) {
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(n_colours) + 1);
  for (const std::int32_t colour : colours) ++offsets[colour + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<std::int32_t> items(colours.size());
  std::vector<std::int64_t> next(offsets);
  for (std::size_t k = 0; k < colours.size(); ++k) items[next[colours[k]]++] = static_cast<std::int32_t>(k);
  return LocalTable(std::move(offsets), std::move(items));
}

} // namespace

LoopPlan make_loop_plan(const LoopElements& elements, std::span<const PlanTable> tables,
                        std::span<const std::int32_t> set_sizes, std::int32_t block_size) {
  NOPAL_ASSERT(block_size >= 1 && elements.first >= 0 && elements.end >= elements.first);
  for (const PlanTable& each : tables) NOPAL_ASSERT(each.to >= 0 && each.to < std::ssize(set_sizes));
  LoopPlan plan;
  plan.first = elements.first;
  plan.end = elements.end;
  plan.block_size = block_size;
  const std::int32_t n = elements.end - elements.first, n_blocks = n / block_size + (n % block_size > 0 ? 1 : 0);
  TargetLists(elements, tables, plan).find(n_blocks, set_sizes);

  Colouring colouring(elements, tables, set_sizes);
  plan.colours.resize(n_blocks);
  const std::int32_t n_colours = colouring.colour(plan.first, plan.end, block_size, plan.colours);
  plan.blocks = items_by_colour(plan.colours, n_colours);
  plan.thread_colours.resize(n);
  for (std::int32_t block = 0; block < n_blocks; ++block) {
    const std::int32_t first = plan.block_first(block), end = plan.block_end(block);
    const std::span<std::int32_t> mine = std::span(plan.thread_colours).subspan(first - plan.first, end - first);
    plan.n_thread_colours.push_back(colouring.colour(first, end, 1, mine));
  }
  return plan;
}

PlanStatistics statistics_of(const LoopPlan& plan) {
  PlanStatistics statistics;
  statistics.blocks = plan.n_blocks();
  statistics.block_colours = static_cast<std::int32_t>(plan.blocks.rows());
  double sum = 0;
  for (const std::int32_t n : plan.n_thread_colours) {
    statistics.most_thread_colours = std::max(statistics.most_thread_colours, n);
    sum += n;
  }
  if (statistics.blocks > 0) statistics.mean_thread_colours = sum / statistics.blocks;
  std::int64_t entries = 0, loaded = 0;
  for (const BlockTargets& each : plan.sets) {
    entries += each.entries;
    loaded += std::ssize(each.targets.targets());
  }
  if (loaded > 0) statistics.reuse = static_cast<double>(entries) / static_cast<double>(loaded);
  return statistics;
}

PlanBytes bytes_of(const LoopPlan& plan, std::span<const std::int64_t> element_bytes) {
  PlanBytes bytes;
  for (const BlockTargets& each : plan.sets) {
    bytes.without_reuse += each.entries * element_bytes[each.set];
    bytes.with_reuse += std::ssize(each.targets.targets()) * element_bytes[each.set];
  }
  return bytes;
}

} // namespace nopal
