#include "core/kernels/host_checks.hpp"

#include "core/kernels/read_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace nopal {

namespace {

std::string text(const Index& index) { return fmt::format("({}, {}, {})", index[0], index[1], index[2]); }

// Returns "(i-2,j,k)".
std::string point_text(const Index& offset) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis)
    text += fmt::format("{}{}{}", axis == 0 ? "(" : ",", "ijk"[axis],
                        offset[axis] == 0 ? "" : fmt::format("{:+}", offset[axis]));
  return text + ")";
}

// Returns how far the kernel may read the field. Empty: as far as it is stored.
std::optional<Extent> allowed_extent(const Kernel& kernel, const KernelArgument& field) {
  if (field.has_extent) return field.extent;
  // What a body with branches reads is known from its clauses alone.
  const bool is_known = kernel.branches[0] == '\0' && kernel.recordable;
  return kernel.of_stage && !is_known ? std::optional(Extent{}) : std::nullopt;
}

} // namespace

const char* why_invalid(const KernelArgument& field, const KernelGrid& grid, const Index& at, double value) {
  if (!grid.owned.empty() && field.reads != Region::none) {
    Index there = at;
    for (int axis = 0; axis < 3; ++axis)
      if (grid.exists[axis] == 0) there[axis] = 0;
    switch (grid.region_of(there) - field.reads) {
    case Region::interior:
      return "this point is in the interior, which the clause does not name: add interior to its region, or do not "
             "read the point";
    case Region::boundary:
      return "this point is in the boundary, which the clause does not name: add boundary to its region, or do not "
             "read the point";
    case Region::ghosts:
      return "this point is in the ghosts, which the clause does not name: add ghosts to its region, or do not read "
             "the point";
    default:
      break;
    }
  }
  const std::optional<PoisonWord> poison = poison_word(std::bit_cast<std::uint64_t>(value));
  if (!poison) return nullptr;
  return poison->kind == PoisonKind::unwritten
             ? "this routine has not written the point yet: read another timelevel, or what was written"
             : "there is no valid value at this point: declare the region under reads:, or do not read the point";
}

AccessChecker::AccessChecker(const Kernel& kernel, const HostLaunch& launch) : kernel_(kernel), launch_(launch) {
  for (int a = 0; a < kernel.n_arguments; ++a) {
    const KernelArgument& argument = kernel.arguments[a];
    if (!argument.is_field()) break;
    extents_.push_back(allowed_extent(kernel, argument));
    const bool old_value_is_read =
        argument.access != Access::write && (!extents_.back() || is_inside(*extents_.back(), point_));
    must_write_.push_back(argument.access == Access::read || old_value_is_read ? 0 : 1);
  }
  written_.assign(must_write_.size(), 0);
  all_written_.resize(must_write_.size());
  lowest_.resize(must_write_.size());
  from_other_.resize(must_write_.size());
  for (std::size_t field = 0; field < must_write_.size(); ++field)
    if (kernel.arguments[field].access == Access::readwrite) {
      const HostField& of = launch.fields[field];
      long lowest = 0, highest = 0;
      for (int axis = 0; axis < 3; ++axis)
        if (launch.grid->exists[axis] != 0) {
          lowest += of.stored.lower[axis] * of.stride[axis];
          highest += (of.stored.upper[axis] - 1) * of.stride[axis];
        }
      lowest_[field] = lowest;
      all_written_[field].resize(static_cast<std::size_t>(highest - lowest + 1));
    }
}

void AccessChecker::end() {
  for (std::size_t field = 0; field < written_.size(); ++field) {
    if (must_write_[field] && !written_[field] && !first_wrong_)
      first_wrong_.emplace(
          Location{kernel_.path, 0, 0},
          account(static_cast<int>(field), point_, "does not write",
                  "its declaration promises to write every point of the region: assign a value on every path"));
    written_[field] = 0;
  }
}

// Returns true if the point lies in the column of the point that is computed, and comes before it in the kernel's
// order.
bool AccessChecker::is_behind(const Index& at) const {
  if (at[0] != point_[0] || at[1] != point_[1]) return false;
  return (kernel_.order == VerticalOrder::forward && at[2] < point_[2]) ||
         (kernel_.order == VerticalOrder::backward && at[2] > point_[2]);
}

void AccessChecker::fail_outside(int field, const Index& at) const {
  const KernelArgument& argument = kernel_.arguments[field];
  const Extent& extent = *extents_[field];
  Extent needed = extent;
  Index offset{};
  for (int axis = 0; axis < 3; ++axis) {
    offset[axis] = at[axis] - point_[axis];
    if (launch_.grid->exists[axis] == 0) continue;
    const int along = static_cast<int>(std::clamp<long>(offset[axis], -largest_offset, largest_offset));
    needed.lower[axis] = std::min(extent.lower[axis], along);
    needed.upper[axis] = std::max(extent.upper[axis], along);
  }
  const std::string which = argument.has_extent ? fmt::format("the declared extent is {}", extent.text())
                                                : "its clause has no extent, which means <0> in a stage whose body has "
                                                  "branches";
  fail(field, at, "reads",
       fmt::format("this is {}, and {}: write {}{} in its reads, or read inside of the extent", point_text(offset),
                   which, clause_name(kernel_, argument), needed.text()));
}

void AccessChecker::fail_not_stored(int field, const Index& at, const char* access) const {
  if (const std::string why = inward_advice(kernel_, kernel_.arguments[field], *launch_.grid, point_, at); !why.empty())
    fail(field, at, access, why);
  fail(field, at, access,
       fmt::format(
           "only {} is stored here: a stencil reaches at most as far as the ghost zones and the boundary are wide "
           "(driver.ghosts, driver.boundary_width)",
           launch_.fields[field].stored.text()));
}

long AccessChecker::read_of_written(int field, const Index& at) {
  const long offset = read(field, at);
  if (at == point_) return offset;
  Index there = at;
  for (int axis = 0; axis < 3; ++axis)
    if (launch_.grid->exists[axis] == 0) there[axis] = point_[axis];
  if (there == point_ || is_behind(there)) return offset;
  if (all_written_[field][static_cast<std::size_t>(offset - lowest_[field])]) fail_race(field, at);
  from_other_[field].try_emplace(offset, Read{point_, line});
  return offset;
}

void AccessChecker::note_write(int field, const Index& at, long offset) {
  all_written_[field][static_cast<std::size_t>(offset - lowest_[field])] = true;
  if (from_other_[field].empty()) return; // as in most kernels
  const auto read = from_other_[field].find(offset);
  if (read == from_other_[field].end()) return;
  point_ = read->second.point;
  line = read->second.line;
  fail_race(field, at);
}

void AccessChecker::fail_race(int field, const Index& at) const {
  fail(field, at, "reads",
       "this launch writes that point too, so the value depends on which point is computed first: read another "
       "timelevel or another variable");
}

void AccessChecker::look(int field, const Index& at, long offset) const {
  if (kernel_.of_stage || (written_[field] && at == point_)) return; // the regions of stages follow from extents
  const double value = static_cast<const double*>(launch_.fields[field].origin)[offset];
  const char* why = why_invalid(kernel_.arguments[field], *launch_.grid, at, value);
  if (why == nullptr) return;
  const std::string inwards = inward_advice(kernel_, kernel_.arguments[field], *launch_.grid, point_, at);
  first_wrong_.emplace(Location{kernel_.path, line, 0}, account(field, at, "reads", inwards.empty() ? why : inwards));
}

std::string AccessChecker::account(int field, const Index& at, const char* access, std::string_view why) const {
  const KernelArgument& argument = kernel_.arguments[field];
  const Index offset{at[0] - point_[0], at[1] - point_[1], at[2] - point_[2]};
  return fmt::format("kernel {} of thorn {} {} {} ({}) at {}, which is point {} with offset {}; {}", kernel_.name,
                     kernel_.thorn, access, argument.name, argument.source, text(at), text(point_), text(offset), why);
}

void AccessChecker::fail(int field, const Index& at, const char* access, std::string_view why) const {
  throw Error(Location{kernel_.path, line, 0}, account(field, at, access, why));
}

} // namespace nopal
