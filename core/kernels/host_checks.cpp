#include "core/kernels/host_checks.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

std::string text(const Index& index) { return fmt::format("({}, {}, {})", index[0], index[1], index[2]); }

} // namespace

AccessChecker::AccessChecker(const Kernel& kernel, const HostLaunch& launch) : kernel_(kernel), launch_(launch) {
  for (int a = 0; a < kernel.n_arguments; ++a) {
    const KernelArgument& argument = kernel.arguments[a];
    if (!argument.is_field()) break;
    is_write_only_.push_back(argument.access == Access::write ? 1 : 0);
  }
  written_.assign(is_write_only_.size(), 0);
}

void AccessChecker::end() {
  for (std::size_t field = 0; field < written_.size(); ++field) {
    if (is_write_only_[field] && !written_[field])
      fail(static_cast<int>(field), point_, "does not write",
           "its declaration promises to write every point of the region: assign a value on every path");
    written_[field] = 0;
  }
}

void AccessChecker::fail_not_stored(int field, const Index& at, const char* access) const {
  fail(field, at, access,
       fmt::format(
           "only {} is stored here: a stencil reaches at most as far as the ghost zones and the boundary are wide "
           "(driver.ghosts, driver.boundary_width)",
           launch_.fields[field].stored.text()));
}

long AccessChecker::read_of_written(int field, const Index& at) const {
  const long offset = read(field, at);
  if (at == point_) return offset;
  Index there = at;
  for (int axis = 0; axis < 3; ++axis)
    if (launch_.grid->exists[axis] == 0) there[axis] = point_[axis];
  if (there == point_) return offset;
  for (long b = 0; b < launch_.n_boxes; ++b)
    if (launch_.boxes[b].box.contains(there))
      fail(field, at, "reads",
           "this launch writes that point too, so the value depends on which point is computed first: read another "
           "timelevel or another variable");
  return offset;
}

void AccessChecker::fail(int field, const Index& at, const char* access, std::string_view why) const {
  const KernelArgument& argument = kernel_.arguments[field];
  const Index offset{at[0] - point_[0], at[1] - point_[1], at[2] - point_[2]};
  throw Error(Location{kernel_.path, 0, 0},
              fmt::format("kernel {} of thorn {} {} {} ({}) at {}, which is point {} with offset {}; {}", kernel_.name,
                          kernel_.thorn, access, argument.name, argument.source, text(at), text(point_), text(offset),
                          why));
}

} // namespace nopal
