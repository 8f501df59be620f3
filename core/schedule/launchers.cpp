#include "core/schedule/launchers.hpp"

#include "core/base/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// A function without a place in the schedule is reported already.
void refuse(const ItemTree::Item& item, const std::string& name, ErrorList& errors) {
  std::vector<std::string> functions;
  for (const ItemDeclaration& other : item.thorn->schedule)
    if (other.kind == ItemKind::function) functions.push_back(other.name);
  if (std::ranges::count(functions, name) > 0) return;
  errors.add(item.declaration->where,
             fmt::format("{}: launched_by: names \"{}\", but {} schedules no function of this name{}", item.full_name(),
                         name, item.thorn->name, did_you_mean(name, functions)));
}

/// The regions of a slot that the clauses name.
Region region_of(const std::vector<Clause>& clauses, Slot slot) {
  Region region = Region::none;
  for (const Clause& clause : clauses)
    if (clause.slot == slot && clause.is_direct()) region |= clause.region;
  return region;
}

} // namespace

std::vector<int> find_launchers(const ItemTree::Item& item, const std::vector<Routine>& routines, ErrorList& errors) {
  const bool of_stage = item.declaration->stage >= 0;
  std::vector<int> launchers;
  for (const std::string& name : item.declaration->launched_by) {
    const auto found = std::find_if(routines.begin(), routines.end(), [&](const Routine& routine) {
      return routine.thorn == item.thorn->name && routine.name == name && !routine.is_kernel && !routine.is_loop() &&
             routine.is_stencil() == of_stage;
    });
    if (found != routines.end())
      launchers.push_back(found->id);
    else if (!of_stage) // a stencil is missing only if it has no place, which is reported already
      refuse(item, name, errors);
  }
  return launchers;
}

void require_clauses(const Routine& kernel, const Routine& launcher, const Variables& variables, ErrorList& errors) {
  const auto require = [&](const std::vector<Clause>& uses, bool written) {
    for (const Clause& use : uses) {
      Region declared = region_of(launcher.writes, use.slot);
      if (!written && any(declared)) continue; // the function may write the rest of what its kernels read, too
      if (!written) declared = region_of(launcher.reads, use.slot);
      if (!any(use.region - declared)) continue;
      const std::string missing =
          any(declared) ? fmt::format("{}, but it declares only {}", variables.text(use.slot, use.region - declared),
                                      to_string(declared))
                        : variables.text(use.slot);
      errors.add(launcher.where, fmt::format("{} launches the kernel {}, which {} {}: add it to {}: of this function",
                                             launcher.full_name(), kernel.name, written ? "writes" : "reads", missing,
                                             written ? "writes" : "reads"));
    }
  };
  require(kernel.reads, false);
  require(kernel.writes, true);
}

} // namespace nopal
