#include "core/kernels/block_checks.hpp"

#include "core/base/error.hpp"
#include "core/kernels/host_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace nopal {

long BlockChecker::stored(int field, const Index& at, const char* access) const {
  const std::optional<long> offset = stored_offset(launch(), field, at);
  if (!offset) fail(field, at, access, fmt::format("only {} is stored here", launch().fields[field].stored.text()));
  return *offset;
}

long BlockChecker::read(int field, const Index& at) const { return stored(field, at, "reads"); }

long BlockChecker::write(int field, const Index& at) const {
  const long offset = stored(field, at, "writes");
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

void BlockChecker::fail(int field, const Index& at, const char* access, const std::string& why) const {
  const KernelArgument& what = kernel_.arguments[field];
  throw Error(Location{kernel_.path, 0, 0},
              fmt::format("kernel {} of thorn {} {} {} ({}) at ({}), in thread ({}) of block ({}); {}", kernel_.name,
                          kernel_.thorn, access, what.name, what.source,
                          fmt::join(at.begin(), at.begin() + (what.is_array() ? what.axes : 3), ", "),
                          fmt::join(block_.thread->index, ", "), fmt::join(block_.block, ", "), why));
}

} // namespace nopal
