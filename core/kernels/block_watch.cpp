#include "core/kernels/block_watch.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace nopal {

std::string text(const BlockElement& element) {
  const auto* const first = element.at.begin();
  const auto* const last = element.at.begin() + element.axes;
  return element.is_shared() ? fmt::format("{}[{}]", element.name, fmt::join(first, last, "]["))
                             : fmt::format("{}({})", element.name, fmt::join(first, last, ", "));
}

BlockWatch::Records& BlockWatch::records_of(const BlockElement& element, const BlockMoment& by) {
  return element.is_shared() ? blocks_.at({by.box, by.block}).shared[element.field] : fields_[element.field];
}

void BlockWatch::begin_thread(const LaunchBox* box, const Index& block, long n_threads) {
  const std::lock_guard lock(mutex_);
  blocks_.try_emplace({box, block}, Block{n_threads, {}});
}

void BlockWatch::end_thread(const LaunchBox* box, const Index& block) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.find({box, block});
  if (--found->second.threads_left == 0) blocks_.erase(found);
}

// Blocks never wait for each other. The threads of one block do at block_sync().
bool BlockWatch::conflict(const BlockMoment& before, const BlockMoment& now) {
  if (!before.is_set()) return false;
  const bool same_block = before.box == now.box && before.block == now.block;
  return !same_block || (before.thread != now.thread && before.syncs == now.syncs);
}

void BlockWatch::keep(TwoUses& uses, const BlockMoment& now) {
  const auto replaces = [&](const BlockMoment& old) {
    return !old.is_set() ||
           (old.box == now.box && old.block == now.block && (old.thread == now.thread || old.syncs < now.syncs));
  };
  for (BlockMoment& old : uses)
    if (replaces(old)) {
      old = now;
      return;
    }
  // Uses of two blocks conflict with each later use.
  if (uses[0].box != now.box || uses[0].block != now.block) uses[1] = now;
}

void BlockWatch::note(const BlockElement& element, const BlockMoment& by, ElementUse use) {
  const std::lock_guard lock(mutex_);
  Record& record = records_of(element, by)[element.position];
  if (element.is_shared() && use != ElementUse::write && !record.write.is_set())
    throw Error(Location{kernel_.path, by.line, 0},
                fmt::format("kernel {} of thorn {}: thread ({}) of block ({}) reads {}, but no thread of the block has "
                            "written this element before: shared memory is undefined at first, so write it, and call "
                            "block_sync() if another thread does so",
                            kernel_.name, kernel_.thorn, fmt::join(by.thread, ", "), fmt::join(by.block, ", "),
                            text(element)));
  if (conflict(record.write, by)) fail(element, by, use, record.write, ElementUse::write);
  if (use != ElementUse::atomic)
    for (const BlockMoment& atomic : record.atomics)
      if (conflict(atomic, by)) fail(element, by, use, atomic, ElementUse::atomic);
  if (use == ElementUse::read) return keep(record.reads, by);
  for (const BlockMoment& read : record.reads)
    if (conflict(read, by)) fail(element, by, use, read, ElementUse::read);
  if (use == ElementUse::atomic)
    keep(record.atomics, by);
  else
    record.write = by;
}

bool BlockWatch::has_written(int field, long position) {
  const std::lock_guard lock(mutex_);
  const auto found = fields_[field].find(position);
  return found != fields_[field].end() && (found->second.write.is_set() || found->second.atomics.front().is_set());
}

void BlockWatch::fail(const BlockElement& element, const BlockMoment& now, ElementUse use, const BlockMoment& before,
                      ElementUse earlier) const {
  const auto verb = [](ElementUse of) {
    return of == ElementUse::read ? "reads" : of == ElementUse::write ? "writes" : "changes";
  };
  const bool same_block = before.box == now.box && before.block == now.block;
  const std::string_view why = same_block ? "without a block_sync() between them, so the result depends on which comes "
                                            "first: "
                                          : "and blocks run in any order: ";
  // If two threads do the same in one line, no barrier can stand between them.
  const std::string_view fix = !same_block               ? "let each element belong to one block, or use atomics"
                               : before.line == now.line ? "let each element belong to one thread, or use atomics"
                                                         : "add block_sync() between the two";
  throw Error(
      Location{kernel_.path, now.line, 0},
      fmt::format("kernel {} of thorn {}: thread ({}) of block ({}) {} {}, and thread ({}) of {} {} it in line {} "
                  "{}{}",
                  kernel_.name, kernel_.thorn, fmt::join(now.thread, ", "), fmt::join(now.block, ", "), verb(use),
                  text(element), fmt::join(before.thread, ", "),
                  same_block ? "the same block" : fmt::format("block ({})", fmt::join(before.block, ", ")),
                  verb(earlier), before.line, why, fix));
}

void BlockWatch::finish() {
  const KernelBlocks& blocks = *kernel_.blocks;
  if (blocks.launched) return; // a function chooses the points
  const KernelGrid& grid = *launch_.grid;
  for (int field = 0; field < kernel_.n_arguments && kernel_.arguments[field].is_field(); ++field) {
    const KernelArgument& argument = kernel_.arguments[field];
    if (argument.access != Access::write) continue;
    if (!blocks.anywhere) {
      for (long b = 0; b < launch_.n_boxes; ++b) check_written(field, launch_.boxes[b].box);
    } else if (!grid.owned.empty()) {
      if (any(argument.writes & Region::interior)) check_written(field, grid.interior);
      if (any(argument.writes & Region::boundary)) check_written(field, grid.owned);
    }
  }
}

void BlockWatch::check_written(int field, const Box& points) {
  const KernelArgument& argument = kernel_.arguments[field];
  const HostField& memory = launch_.fields[field];
  const KernelGrid& grid = *launch_.grid;
  for (long k = points.lower[2]; k < points.upper[2]; ++k)
    for (long j = points.lower[1]; j < points.upper[1]; ++j)
      for (long i = points.lower[0]; i < points.upper[0]; ++i) {
        const bool declared = grid.owned.empty() || any(grid.region_of({i, j, k}) & argument.writes);
        if (!declared || has_written(field, i * memory.stride[0] + j * memory.stride[1] + k * memory.stride[2]))
          continue;
        throw Error(
            Location{kernel_.path, 0, 0},
            fmt::format("kernel {} of thorn {} does not write {} ({}) at ({}, {}, {}), but its declaration promises "
                        "to write every point of the region ({}): write it, or let \"over:\" of the item cover it",
                        kernel_.name, kernel_.thorn, argument.name, argument.source, i, j, k,
                        to_string(argument.writes)));
      }
}

} // namespace nopal
