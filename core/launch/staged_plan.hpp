#pragma once
// The plan of a loop that a device runs block by block: LoopPlan, packed for LoopKernel::staged.

#include "core/host/blocks.hpp"
#include "core/sets/gather_table.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nopal {

/// What the elements of a loop add to one dat.
struct StagedDat {
  int to = -1; ///< the set on which the dat lies
  int components = 0;
  std::vector<AddedTargets> added{};

  auto operator<=>(const StagedDat&) const = default;
};

struct StagedPlan {
  std::vector<std::int32_t> words;   ///< as StagedWord says
  std::vector<std::int32_t> colours; ///< the first block of each colour among staged_blocks, and the end
  int block_size = 0;
  std::size_t table_bytes = 0; ///< the sums of a block, at most
};

/// Elements of a block, if the sums of so many fit.
constexpr int usual_block_size = 256;

/// Whether a block with one element fits.
bool staged_fits(std::span<const StagedDat> dats, const BlockLimits& limits);

/// Makes the plan for elements 0 to `elements` - 1 of `set`. Blocks have usual_block_size elements, or half as many,
/// and so on, until the threads and the sums of each block fit. staged_fits() must hold. Throws Error if the plan needs
/// 2^31 words or more.
StagedPlan make_staged_plan(const LocalMesh& mesh, std::int32_t elements, std::span<const StagedDat> dats,
                            const BlockLimits& limits);

} // namespace nopal
