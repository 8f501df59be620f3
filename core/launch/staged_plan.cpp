#include "core/launch/staged_plan.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/kernels/staged_block.hpp"
#include "core/sets/loop_plan.hpp"

#include <algorithm>
#include <limits>

namespace nopal {

namespace {

/// Returns a table of all targets that elements have of one dat.
LocalTable targets_of(const LocalMesh& mesh, std::int32_t elements, std::span<const AddedTargets> added) {
  std::vector<std::int32_t> targets, room;
  for (std::int32_t element = 0; element < elements; ++element)
    for (const auto& [map, first, end] : added) {
      const std::span<const std::int32_t> row = mesh.maps[static_cast<std::size_t>(map)].row(element, room);
      targets.insert(targets.end(), row.begin() + first, row.begin() + end);
    }
  return {sums_of(added), std::move(targets)};
}

const BlockTargets& targets_in(const LoopPlan& plan, int set) {
  return *std::ranges::find(plan.sets, set, &BlockTargets::set);
}

/// Returns the bytes of the sums of the largest block.
std::size_t table_bytes(const LoopPlan& plan, std::span<const StagedDat> dats) {
  std::int64_t most = 1; // memory of no size cannot be asked for
  for (std::int32_t block = 0; block < plan.n_blocks(); ++block) {
    std::int64_t values = 0;
    for (const StagedDat& dat : dats)
      values += std::ssize(targets_in(plan, dat.to).targets.row(block)) * dat.components;
    most = std::max(most, values);
  }
  return static_cast<std::size_t>(most) * sizeof(double);
}

StagedPlan pack(const LoopPlan& plan, std::span<const StagedDat> dats) {
  StagedPlan packed;
  std::vector<std::int32_t>& words = packed.words;
  words.resize(static_cast<std::size_t>(staged_dat(static_cast<int>(dats.size()))));
  const auto append = [&](int place, const auto& values) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (std::ssize(words) + std::ssize(values) > most)
      throw Error("the plan of a loop with accelerator.loops: staged would have 2^31 words or more: set "
                  "accelerator.loops: gather, or use more processes");
    words[static_cast<std::size_t>(place)] = static_cast<std::int32_t>(words.size());
    for (const auto value : values) words.push_back(static_cast<std::int32_t>(value));
  };
  words[staged_elements] = plan.end;
  words[staged_block_size] = plan.block_size;
  append(staged_element_colour, plan.thread_colours);
  append(staged_n_colours, plan.n_thread_colours);
  append(staged_blocks, plan.blocks.targets());
  for (std::size_t d = 0; d < dats.size(); ++d) {
    const LocalTable& targets = targets_in(plan, dats[d].to).targets;
    const int place = staged_dat(static_cast<int>(d));
    append(place, targets.offsets());
    append(place + 1, targets.targets());
    append(place + 2, plan.tables[d].targets());
  }
  for (const std::int64_t offset : plan.blocks.offsets()) packed.colours.push_back(static_cast<std::int32_t>(offset));
  packed.block_size = plan.block_size;
  packed.table_bytes = table_bytes(plan, dats);
  return packed;
}

} // namespace

bool staged_fits(std::span<const StagedDat> dats, const BlockLimits& limits) {
  std::size_t values = 0;
  for (const StagedDat& dat : dats)
    values += static_cast<std::size_t>(sums_of(dat.added)) * static_cast<std::size_t>(dat.components);
  return values * sizeof(double) <= limits.max_shared_bytes;
}

StagedPlan make_staged_plan(const LocalMesh& mesh, std::int32_t elements, std::span<const StagedDat> dats,
                            const BlockLimits& limits) {
  NOPAL_ASSERT(staged_fits(dats, limits));
  std::vector<LocalTable> tables;
  for (const StagedDat& dat : dats) tables.push_back(targets_of(mesh, elements, dat.added));
  std::vector<PlanTable> uses;
  for (std::size_t d = 0; d < dats.size(); ++d) uses.push_back({&tables[d], dats[d].to, true});
  std::vector<std::int32_t> sizes;
  for (const LocalSet& set : mesh.sets) sizes.push_back(set.stored);
  const long most_threads =
      limits.max_along[0] > 0 ? std::min<long>(limits.max_threads, limits.max_along[0]) : limits.max_threads;
  for (int size = usual_block_size;; size /= 2) {
    if (size > most_threads && size > 1) continue;
    const LoopPlan plan = make_loop_plan({0, elements, {}}, uses, sizes, size);
    if (table_bytes(plan, dats) <= limits.max_shared_bytes || size == 1) return pack(plan, dats);
  }
}

} // namespace nopal
