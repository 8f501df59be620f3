#include "driver/guard/guard_report.hpp"

#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>

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

} // namespace

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

std::string change_text(Type type, const Changes::Point& point) {
  const std::string before = value_text(type, point.before.data()), after = value_text(type, point.after.data());
  if (before != after) return before + " -> " + after;
  return fmt::format("{} ({}) -> {} ({})", before, bits(point.before.data(), size_of(type)), after,
                     bits(point.after.data(), size_of(type)));
}

Region GuardReport::region_of(Slot slot, const Index& point) const {
  if (variables_.group_of(slot.variable).kind != GroupKind::gf) return Region::interior;
  if (decomposition_.interior(rank_).contains(point)) return Region::interior;
  return decomposition_.owned(rank_).contains(point) ? Region::boundary : Region::ghosts;
}

std::string GuardReport::point_text(Slot slot, const Index& point) const {
  const GroupKind kind = variables_.group_of(slot.variable).kind;
  if (kind == GroupKind::scalar) return {};
  std::string text = fmt::format(" at ({}, {}, {})", point[0], point[1], point[2]);
  if (kind == GroupKind::gf) text += fmt::format(", a point of its {}", to_string(region_of(slot, point)));
  return text;
}

std::string GuardReport::clause_text(Slot slot, Region region, Region default_region) const {
  return '"' + nopal::clause_text(variables_, routine_.thorn, slot, region, default_region) + '"';
}

std::string GuardReport::clauses(const std::vector<Clause>& list) const {
  std::string text;
  for (const Clause& clause : list) {
    text += (text.empty() ? "" : ", ") + variables_.text(clause.slot);
    if (variables_.group_of(clause.slot.variable).kind == GroupKind::gf) text += "(" + to_string(clause.region) + ")";
  }
  return text.empty() ? "nothing" : text;
}

std::string GuardReport::access(const GuardedSlot& slot, FaultKind kind, std::uintptr_t address,
                                const std::string& code) const {
  const std::string where = routine_.where.text() + ": ";
  const std::string name = variables_.text(slot.slot);
  const std::string what = fmt::format("{}{} {} {}", where, routine_.full_name(), verb(kind), name);
  const std::string from = fmt::format("; the access is in {}", code);
  const auto point = point_at(slot, address);
  if (!point)
    return fmt::format("{} outside of what is stored of it, {}: correct the index{}", what, slot.layout->box.text(),
                       from);
  const std::string there = what + point_text(slot.slot, *point);
  if (on_device_)
    return fmt::format("{} on the host, but it runs on the device, and there its clauses hold: use "
                       "call.device_pointer(), or declare the function without `device: true`{}",
                       there, from);
  const Region region = region_of(slot.slot, *point);
  const std::string read = clause_text(slot.slot, Region::everywhere, Region::everywhere);
  const std::string write = clause_text(slot.slot, region, Region::interior);
  const std::string here = fmt::format("of function \"{}\" here", routine_.name);
  if (kind == FaultKind::read)
    return fmt::format("{}, which its declaration does not say: add {} to reads: {}{}", there, read, here, from);
  if (kind == FaultKind::write)
    return fmt::format("{}, which its declaration {}: add {} to writes: {}{}", there,
                       any(slot.reads) ? "lists under reads: only" : "does not say", write, here, from);
  return fmt::format("{}, which its declaration does not say: add {} to reads: or {} to writes: {}{}", there, read,
                     write, here, from);
}

std::string GuardReport::outside(const GuardedSlot& slot, const Changes& changes) const {
  const Type type = variables_.group_of(slot.slot.variable).type;
  std::string text =
      fmt::format("{}: {} writes {} outside of the region that it declares ({}): {} point{} of its {} changed, all "
                  "within {}",
                  routine_.where.text(), routine_.full_name(), variables_.text(slot.slot), to_string(slot.writes),
                  changes.points, changes.points == 1 ? "" : "s", to_string(changes.regions), changes.bounds.text());
  for (const Changes::Point& point : changes.first)
    text += fmt::format("\n  ({}, {}, {}): {}", point.at[0], point.at[1], point.at[2], change_text(type, point));
  if (changes.points > static_cast<long>(changes.first.size())) text += "\n  …";
  return text + fmt::format("\n  write no more than is declared, or declare {} under writes: of function \"{}\" here",
                            clause_text(slot.slot, slot.writes | changes.regions, Region::interior), routine_.name);
}

std::string GuardReport::system_call(const std::string& own_text) const {
  const std::string text = fmt::format(
      "{}: {} gave a system call memory that it may not touch ({}): storage of a variable that the routine does not "
      "declare, or a write into one that it lists under reads: only; it declares reads of {} and writes of {}: add "
      "the clause that is missing",
      routine_.where.text(), routine_.full_name(), std::strerror(EFAULT), clauses(routine_.reads),
      clauses(routine_.writes));
  return own_text.empty() ? text : fmt::format("{}\n  the routine's own error: {}", text, own_text);
}

} // namespace nopal
