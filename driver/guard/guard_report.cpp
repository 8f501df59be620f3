#include "driver/guard/guard_report.hpp"

#include "core/base/points_text.hpp"
#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace nopal {

namespace {

const char* verb(FaultKind kind) {
  return kind == FaultKind::read ? "reads" : kind == FaultKind::write ? "writes" : "accesses";
}

std::string bits(const std::byte* element, std::size_t size) {
  std::string text = "0x";
  for (std::size_t word = 0; word < size; word += 8) {
    std::uint64_t value = 0;
    std::memcpy(&value, element + word, sizeof value);
    text += fmt::format("{:016x}", value);
  }
  return text;
}

std::string value_text(Type type, const std::byte* element) {
  if (type == Type::integer) {
    std::int64_t value = 0;
    std::memcpy(&value, element, sizeof value);
    return fmt::format("{}", value);
  }
  double parts[2] = {};
  std::memcpy(parts, element, size_of(type));
  return type == Type::real ? fmt::format("{}", parts[0]) : fmt::format("({}, {})", parts[0], parts[1]);
}

/// Returns "old -> new", with the bits if both values have the same text.
std::string value_change_text(Type type, const Changes::Point& point) {
  const std::string before = value_text(type, point.before.data()), after = value_text(type, point.after.data());
  if (before != after) return before + " -> " + after;
  return fmt::format("{} ({}) -> {} ({})", before, bits(point.before.data(), size_of(type)), after,
                     bits(point.after.data(), size_of(type)));
}

std::string point_text(const Index& point) { return fmt::format("({}, {}, {})", point[0], point[1], point[2]); }

Region region_of(const GuardedCall& call, Slot slot, const Index& point) {
  if (call.variables.group_of(slot.variable).kind != GroupKind::gf) return Region::interior;
  if (call.decomposition.interior(call.rank).contains(point)) return Region::interior;
  return call.decomposition.owned(call.rank).contains(point) ? Region::boundary : Region::ghosts;
}

std::string quoted_clause(const GuardedCall& call, Slot slot, Region region, Region default_region) {
  return '"' + clause_text(call.variables, call.routine.thorn, slot, region, default_region) + '"';
}

std::string clauses(const GuardedCall& call, const std::vector<Clause>& list) {
  std::string text;
  for (const Clause& clause : list) {
    text += (text.empty() ? "" : ", ") + call.variables.text(clause.slot);
    if (call.variables.group_of(clause.slot.variable).kind == GroupKind::gf)
      text += "(" + to_string(clause.region) + ")";
  }
  return text.empty() ? "nothing" : text;
}

} // namespace

std::optional<Index> point_at(const GuardedSlot& slot, std::uintptr_t address) {
  const auto start = reinterpret_cast<std::uintptr_t>(slot.data);
  const Layout& layout = *slot.layout;
  if (address < start || address >= start + slot.bytes) return std::nullopt;
  long offset = static_cast<long>((address - start) / slot.element_size) - layout.lead;
  if (offset < 0) return std::nullopt;
  Index point = layout.box.lower;
  for (int axis = 2; axis >= 0; --axis) {
    if (layout.stride[axis] == 0) continue;
    point[axis] += offset / layout.stride[axis];
    offset %= layout.stride[axis];
  }
  return layout.box.contains(point) ? std::optional(point) : std::nullopt;
}

std::string access_text(const GuardedCall& call, const GuardedSlot& slot, FaultKind kind, std::uintptr_t address,
                        const std::string& code) {
  const Routine& routine = call.routine;
  const GroupKind group = call.variables.group_of(slot.slot.variable).kind;
  std::string text = fmt::format("{}: {} {} {}", routine.where.text(), routine.full_name(), verb(kind),
                                 call.variables.text(slot.slot));
  const std::string from = fmt::format("; the access is in {}", code);
  const auto point = point_at(slot, address);
  if (!point)
    return fmt::format("{} outside of its storage, {}: correct the index{}", text, slot.layout->box.text(), from);
  const Region region = region_of(call, slot.slot, *point);
  if (group != GroupKind::scalar) text += " at " + point_text(*point);
  if (group == GroupKind::gf) text += fmt::format(", a point of its {}", to_string(region));
  if (call.on_device)
    return fmt::format("{} on the host, but the function runs on the device, and its clauses allow access only there: "
                       "use call.device_pointer(), or declare the function without `device: true`{}",
                       text, from);
  const std::string read =
      fmt::format("{} to reads:", quoted_clause(call, slot.slot, Region::everywhere, Region::everywhere));
  const std::string write = fmt::format("{} to writes:", quoted_clause(call, slot.slot, region, Region::interior));
  const bool only_read = kind == FaultKind::write && any(slot.reads);
  return fmt::format("{}, but its declaration {}: add {} of function \"{}\" here{}", text,
                     only_read ? "lists it under reads: only" : "does not say so",
                     kind == FaultKind::read    ? read
                     : kind == FaultKind::write ? write
                                                : read + " or " + write,
                     routine.name, from);
}

std::string late_thread_text(const GuardedCall& call, const GuardedSlot& slot, FaultKind kind, std::uintptr_t address,
                             const LateThread& thread) {
  const auto point = point_at(slot, address);
  return fmt::format("a thread that {} has started still runs, and {} {}{} while {} runs, whose declaration does not "
                     "allow it: join the thread in the function that starts it; the access is in {}",
                     thread.starter, verb(kind), call.variables.text(slot.slot),
                     point ? " at " + point_text(*point) : " outside of its storage", call.routine.full_name(),
                     thread.code);
}

std::string change_text(const GuardedCall& call, const std::string& changed) {
  return fmt::format("{}: {} changes for all routines: {}: set it back before the function ends",
                     call.routine.where.text(), call.routine.full_name(), changed);
}

namespace {

bool writes_boundary(const Routine& routine, const Variables& variables) {
  return std::ranges::any_of(routine.writes, [&](const Clause& clause) {
    return variables.group_of(clause.slot.variable).kind == GroupKind::gf && any(clause.region & Region::boundary);
  });
}

/// Advice for a function that writes the boundary and reads a ghost. Empty unless the ghost lies behind all points that
/// this process owns inwards from a face of the grid. Then the function may read farther inwards than the boundary has
/// layers (decision 16).
std::string inward_advice(const GuardedCall& call, const Index& at) {
  const Box &owned = call.decomposition.owned(call.rank), &points = call.decomposition.domain().points(),
            &interior = call.decomposition.domain().interior();
  if (!writes_boundary(call.routine, call.variables)) return "";
  for (int axis = 0; axis < 3; ++axis) {
    const long below = interior.lower[axis] - points.lower[axis], above = points.upper[axis] - interior.upper[axis];
    const bool upwards = below > 0 && owned.lower[axis] < interior.lower[axis] && at[axis] >= owned.upper[axis];
    const bool downwards = above > 0 && owned.upper[axis] > interior.upper[axis] && at[axis] < owned.lower[axis];
    if (upwards || downwards)
      return fmt::format(
          "if it computes the boundary from this point, let it read at most {} inwards, as many as the "
          "boundary has layers (driver.boundary_width), or make it a kernel, whose clause can say how far "
          "it reads; otherwise ",
          points_text(std::max(below, above)));
  }
  return "";
}

std::string points_advice(const GuardedCall& call) {
  return fmt::format(
      "access only the points that `points:` of function \"{}\" here chooses (in the call, `points` of the "
      "elements of call.writes()), or let it choose more",
      call.routine.name);
}

// "heat.yaml:38:5: heat::step reads heat::u@1 at (0, 1, 0)"
std::string view_text(const GuardedCall& call, const GuardedSlot& slot, Access access, const Index& at) {
  return fmt::format("{}: {} {} {} at {}", call.routine.where.text(), call.routine.full_name(),
                     access == Access::read    ? "reads"
                     : access == Access::write ? "writes"
                                               : "accesses",
                     call.variables.text(slot.slot), point_text(at));
}

} // namespace

std::string outside_text(const GuardedCall& call, const GuardedSlot& slot, Access access, const Index& at) {
  return fmt::format("{}, outside of its storage, {}: correct the index", view_text(call, slot, access, at),
                     slot.layout->box.text());
}

std::string undeclared_text(const GuardedCall& call, const GuardedSlot& slot, Access access, const Index& at) {
  if (call.variables.group_of(slot.slot.variable).kind != GroupKind::gf) return "";
  // A function may read what it has written, and a view for both does not know which access this is.
  const Region allowed = access == Access::write ? slot.writes : slot.reads | slot.writes;
  const Region region = region_of(call, slot.slot, at);
  if (slot.may_write(region, at) || (access != Access::write && any(region & slot.reads))) return "";
  const bool reads = access == Access::read;
  if (any(region & allowed))
    return fmt::format("{}, which is none of the points of its {} that its declaration chooses: {}",
                       view_text(call, slot, access, at), to_string(region), points_advice(call));
  return fmt::format(
      "{}, a point of its {}, but its declaration names only its {}: {}add {} to {} of function \"{}\" here",
      view_text(call, slot, access, at), to_string(region), to_string(allowed),
      reads && region == Region::ghosts ? inward_advice(call, at) : "",
      quoted_clause(call, slot.slot, (reads ? slot.reads : slot.writes) | region,
                    reads ? Region::everywhere : Region::interior),
      reads ? "reads:" : "writes:", call.routine.name);
}

std::string invalid_text(const GuardedCall& call, const GuardedSlot& slot, const Index& at) {
  return fmt::format("{}, which holds no valid value: declare under reads: what it needs, or write the point first",
                     view_text(call, slot, Access::read, at));
}

std::string slack_text(const GuardedCall& call, const GuardedSlot& slot, std::uintptr_t address) {
  const Layout& layout = *slot.layout;
  const long element =
      static_cast<long>((address - reinterpret_cast<std::uintptr_t>(slot.data)) / slot.element_size) - layout.lead;
  std::string place = "before its first point";
  if (element >= 0) {
    const long row = layout.stride[1] == 0 ? 0 : element / layout.stride[1] * layout.stride[1];
    const auto begin = point_at(slot, reinterpret_cast<std::uintptr_t>(slot.data) +
                                          static_cast<std::size_t>(layout.lead + row) * slot.element_size);
    place = begin ? fmt::format("{} elements behind the row that begins at {}",
                                element - row - layout.box.extent(0) + 1, point_text(*begin))
                  : "behind its last point";
  }
  return fmt::format("{}: {} writes memory of {} that holds no point, {}: correct the index", call.routine.where.text(),
                     call.routine.full_name(), call.variables.text(slot.slot), place);
}

std::string changes_text(const GuardedCall& call, const GuardedSlot& slot, const Changes& changes) {
  const Type type = call.variables.group_of(slot.slot.variable).type;
  std::string text =
      fmt::format("{}: {} writes {} outside of the {} that it declares ({}): {} point{} of its {} changed, all "
                  "within {}",
                  call.routine.where.text(), call.routine.full_name(), call.variables.text(slot.slot),
                  slot.points == nullptr ? "region" : "points", to_string(slot.writes), changes.points,
                  changes.points == 1 ? "" : "s", to_string(changes.regions), changes.bounds.text());
  for (const Changes::Point& point : changes.first)
    text += fmt::format("\n  {}: {}", point_text(point.at), value_change_text(type, point));
  if (changes.points > static_cast<long>(changes.first.size())) text += "\n  …";
  if (slot.points != nullptr && covers(slot.writes, changes.regions)) return text + "\n  " + points_advice(call);
  return text + fmt::format("\n  write no more than is declared, or declare {} under writes: of function \"{}\" here",
                            quoted_clause(call, slot.slot, slot.writes | changes.regions, Region::interior),
                            call.routine.name);
}

std::string system_call_text(const GuardedCall& call, const std::string& own_text) {
  const std::string text = fmt::format(
      "{}: {} gave memory that it may not access to a system call ({}): either it does not declare the variable, or "
      "it writes a variable that it lists under reads: only. It declares reads of {} and writes of {}: add the "
      "missing clause",
      call.routine.where.text(), call.routine.full_name(), std::strerror(EFAULT), clauses(call, call.routine.reads),
      clauses(call, call.routine.writes));
  return own_text.empty() ? text : fmt::format("{}\n  the routine's own error: {}", text, own_text);
}

} // namespace nopal
