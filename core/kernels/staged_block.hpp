#pragma once
// The plan of LoopKernel::staged in memory, and one of its blocks on the host, for devices that run there.

#include "core/base/assert.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nopal {

/// Where the parts of a plan begin among its words, which are 32-bit integers. For each dat that the loop adds to there
/// are three more parts, at staged_dat(d), staged_dat(d) + 1 and staged_dat(d) + 2:
///   the first target of each block, and the end;
///   the targets of the blocks, block after block, none twice in a block;
///   for each element its sums' positions among the targets of its block. Those of element e begin at e * n, if an
///   element has n targets of the dat.
enum StagedWord : int {
  staged_elements,       ///< not a place: how many elements there are
  staged_block_size,     ///< not a place: elements of a block, and its threads. The last block may have fewer
  staged_element_colour, ///< the colour of each element in its block
  staged_n_colours,      ///< how many colours each block has
  staged_blocks,         ///< the blocks, ordered by their colours
  staged_first_dat
};
constexpr int staged_dat(int d) { return staged_first_dat + 3 * d; }

} // namespace nopal

namespace nopal_dialect {

/// A block on the host. One thread computes its elements. It checks that elements of one colour have no target in
/// common, because a device adds their sums at the same time.
class StagedBlock {
public:
  /// Block number `place` in the order of the colours.
  StagedBlock(const std::int32_t* plan, long place)
      : plan_(plan), block_(plan[plan[nopal::staged_blocks] + place]),
        first_(static_cast<long>(block_) * plan[nopal::staged_block_size]),
        end_(std::min<long>(first_ + plan[nopal::staged_block_size], plan[nopal::staged_elements])) {}

  long first() const { return first_; }
  long end() const { return end_; }

  /// Adds what `element` has summed for its targets first to first + n_sums - 1 of dat number `dat`, of `all` targets.
  template <int components> void add(int dat, int all, int first, int n_sums, long element, const double* sums) {
    Table& table = table_of(dat, components);
    const std::int32_t* const positions = part(dat, 2) + element * all + first;
    const std::int32_t colour = plan_[plan_[nopal::staged_element_colour] + element];
    NOPAL_ASSERT(colour >= 0 && colour < n_colours());
    for (int s = 0; s < n_sums; ++s) {
      const long position = positions[s];
      long& user = table.users[static_cast<std::size_t>(position * n_colours() + colour)];
      NOPAL_ASSERT(user < 0 || user == element);
      user = element;
      for (int c = 0; c < components; ++c)
        table.values[static_cast<std::size_t>(position * components + c)] += sums[s * components + c];
    }
  }

  /// Adds the sums of the block to the targets.
  template <int components> void store(int dat, double* to) {
    const Table& table = table_of(dat, components);
    const std::int32_t* const targets = part(dat, 1) + part(dat, 0)[block_];
    for (long t = 0; t < n_targets(dat); ++t)
      for (int c = 0; c < components; ++c)
        to[static_cast<long>(targets[t]) * components + c] +=
            table.values[static_cast<std::size_t>(t * components + c)];
  }

private:
  struct Table {
    std::vector<double> values;
    std::vector<long> users; ///< by target and colour: the element that adds
  };
  const std::int32_t* part(int dat, int n) const { return plan_ + plan_[nopal::staged_dat(dat) + n]; }
  long n_targets(int dat) const { return part(dat, 0)[block_ + 1] - part(dat, 0)[block_]; }
  std::int32_t n_colours() const { return plan_[plan_[nopal::staged_n_colours] + block_]; }
  Table& table_of(int dat, int components) {
    while (std::ssize(tables_) <= dat) tables_.emplace_back();
    Table& table = tables_[static_cast<std::size_t>(dat)];
    if (table.values.empty()) {
      table.values.assign(static_cast<std::size_t>(n_targets(dat) * components), -0.0);
      table.users.assign(static_cast<std::size_t>(n_targets(dat) * n_colours()), -1);
    }
    return table;
  }

  const std::int32_t* plan_;
  std::int32_t block_;
  long first_, end_;
  std::vector<Table> tables_;
};

} // namespace nopal_dialect
