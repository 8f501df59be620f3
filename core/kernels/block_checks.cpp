#include "core/kernels/block_checks.hpp"

#include "core/base/error.hpp"
#include "core/kernels/host_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace nopal {

BlockChecker::BlockChecker(const Kernel& kernel, const HostBlock& block)
    : kernel_(kernel), block_(block), barrier_(block.thread->barrier, syncs_), thread_(*block.thread) {
  thread_.barrier = &barrier_;
  block_.watch->begin_thread(block_.box, block_.block, thread_count(block_.threads));
}

BlockChecker::~BlockChecker() { block_.watch->end_thread(block_.box, block_.block); }

void BlockChecker::note(const BlockElement& element, ElementUse use) const {
  block_.watch->note(element, {block_.block, thread_.index, block_.box, syncs_, line}, use);
}

long BlockChecker::stored(int field, const Index& at, const char* access) const {
  const std::optional<long> offset = stored_offset(launch(), field, at);
  if (!offset) fail(field, at, access, fmt::format("only {} is stored here", launch().fields[field].stored.text()));
  return *offset;
}

long BlockChecker::read(int field, const Index& at) const {
  const long offset = stored(field, at, "reads");
  const KernelArgument& argument = kernel_.arguments[field];
  if (argument.access != Access::read && block_.watch->has_written(field, offset)) return offset;
  const double value = static_cast<const double*>(launch().fields[field].origin)[offset];
  if (const char* why = why_invalid(argument, *launch().grid, at, value)) fail(field, at, "reads", why);
  return offset;
}

long BlockChecker::read_of_written(int field, const Index& at) const {
  const long offset = read(field, at);
  note({kernel_.arguments[field].name, field, at, 3, offset}, ElementUse::read);
  return offset;
}

long BlockChecker::change(int field, const Index& at, ElementUse use) const {
  const long offset = stored(field, at, "writes");
  note({kernel_.arguments[field].name, field, at, 3, offset}, use);
  if (kernel_.blocks->anywhere) return offset;
  Index there = at;
  for (int axis = 0; axis < 3; ++axis)
    if (launch().grid->exists[axis] == 0) there[axis] = 0;
  const std::span boxes(launch().boxes, static_cast<std::size_t>(launch().n_boxes));
  if (std::none_of(boxes.begin(), boxes.end(), [&](const LaunchBox& box) { return box.box.contains(there); }))
    fail(field, at, "writes",
         "the launch does not cover this point. Some threads are outside if the number of threads does not divide the "
         "number of points: write under if (inside), or add \"over:\" to the item");
  return offset;
}

void BlockChecker::element(int field, const Index& at) const {
  const Box& stored = launch().fields[field].stored;
  if (stored.contains(at)) return;
  const Index& extent = stored.upper; // arrays begin at 0
  fail(field, at, "accesses",
       fmt::format("the array has {} elements",
                   fmt::join(extent.begin(), extent.begin() + kernel_.arguments[field].axes, " x ")));
}

void BlockChecker::shared_index(const char* name, int axis, long index, long extent) const {
  if (index >= 0 && index < extent) return;
  throw Error(
      Location{kernel_.path, line, 0},
      fmt::format("kernel {} of thorn {} accesses the shared array {} with {} as index number {}, in {}; this index "
                  "goes from 0 to {}: correct the index, or declare a larger array",
                  kernel_.name, kernel_.thorn, name, index, axis + 1, who(), extent - 1));
}

std::string BlockChecker::who() const {
  return fmt::format("thread ({}) of block ({})", fmt::join(thread_.index, ", "), fmt::join(block_.block, ", "));
}

void BlockChecker::fail(int field, const Index& at, const char* access, const std::string& why) const {
  const KernelArgument& what = kernel_.arguments[field];
  throw Error(Location{kernel_.path, line, 0},
              fmt::format("kernel {} of thorn {} {} {} ({}) at ({}), in {}; {}", kernel_.name, kernel_.thorn, access,
                          what.name, what.source,
                          fmt::join(at.begin(), at.begin() + (what.is_array() ? what.axes : 3), ", "), who(), why));
}

} // namespace nopal
