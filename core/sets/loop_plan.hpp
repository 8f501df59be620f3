#pragma once
// The plan of a loop over a set, as in OP2: the loop is cut into blocks. The data of other sets that a block uses are
// loaded once for the block. Colours tell which blocks, and which elements of a block, may add to data of other sets at
// the same time. This code does not use MPI or an accelerator.

#include "core/sets/loop_elements.hpp"
#include "core/sets/map_table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace nopal {

/// A table through which a loop uses data of another set.
struct PlanTable {
  const LocalTable* table = nullptr;
  int to = -1;              ///< number of the set
  bool incremented = false; ///< the loop increments data of the set through the table
};

/// The elements of a target set that blocks use.
struct BlockTargets {
  int set = -1;
  LocalTable targets;       ///< row b: those of block b, ascending, none twice
  std::int64_t entries = 0; ///< how often the rows of the loop's elements name an element of the set
};

struct LoopPlan {
  std::int32_t first = 0, end = 0; ///< the places of the loop
  std::int32_t block_size = 1;     ///< block b has the places block_first(b) to block_end(b) - 1
  /// By ascending number of the set: those to which a table leads.
  std::vector<BlockTargets> sets;
  /// By number of the table. Row k belongs to place first + k. Targets are positions in the list of the block
  /// (BlockTargets).
  std::vector<LocalTable> tables;
  /// Of each block. Blocks of one colour do not increment the same element.
  std::vector<std::int32_t> colours;
  LocalTable blocks; ///< row c: the blocks of colour c, ascending
  /// Of place first + k. Elements of one block and of one colour do not increment the same element.
  std::vector<std::int32_t> thread_colours;
  std::vector<std::int32_t> n_thread_colours; ///< by block

  std::int32_t n_blocks() const { return static_cast<std::int32_t>(colours.size()); }
  std::int32_t block_first(std::int32_t block) const { return first + block * block_size; }
  std::int32_t block_end(std::int32_t block) const {
    return end - block_first(block) < block_size ? end : block_first(block) + block_size;
  }
};

/// Makes the plan. Each block, in ascending order, gets the lowest colour that no block before it has with which it
/// shares an incremented element. In the same way, each element gets the lowest free colour within its block. Two
/// tables to the same set share the elements of the set, whatever data the loop increments through them.
/// `set_sizes`: for each set, the number of elements that this process stores. Targets lie in this range.
/// `block_size`: places of each block, at least 1; the last block may have fewer.
LoopPlan make_loop_plan(const LoopElements& elements, std::span<const PlanTable> tables,
                        std::span<const std::int32_t> set_sizes, std::int32_t block_size);

struct PlanStatistics {
  std::int32_t blocks = 0;
  std::int32_t block_colours = 0;
  std::int32_t most_thread_colours = 0; ///< of all blocks
  double mean_thread_colours = 0;       ///< of all blocks
  /// How often, on average, a block uses an element of another set that it loads: entries of the rows, divided by the
  /// elements that blocks load. 1 if they load none.
  double reuse = 1;
};
PlanStatistics statistics_of(const LoopPlan& plan);

/// What a loop moves between memory and blocks, in bytes, one way.
struct PlanBytes {
  std::int64_t without_reuse = 0; ///< each entry of a row is loaded
  std::int64_t with_reuse = 0;    ///< each block loads each element that it uses once
};
/// `element_bytes`: by number of the set, the bytes that the loop uses of each element of the set.
PlanBytes bytes_of(const LoopPlan& plan, std::span<const std::int64_t> element_bytes);

} // namespace nopal
