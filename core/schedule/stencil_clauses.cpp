#include "core/schedule/stencil_clauses.hpp"

#include "core/schedule/clauses.hpp"
#include "core/schedule/stencil_vertical.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// The region that a kernel reads for the points that it is called for, without those that its stage is extended by.
Region region_of(const StencilStage& stage, const StencilRead& read) {
  if (any(read.region)) return read.region;
  return read.extent.is_zero() ? stage.region : Region::everywhere;
}

void set_regions(const StencilStage& stage, const Variables& variables, Routine& kernel) {
  for (Clause& clause : kernel.reads)
    for (const StencilRead& read : stage.reads)
      if (read.slot == clause.slot) clause.region = region_of(stage, read);
  for (Clause& clause : kernel.writes)
    clause.region = variables.group_of(clause.slot.variable).temporary ? Region::interior : stage.region;
}

class ClauseBuilder {
public:
  ClauseBuilder(const Stencil& stencil, const Variables& variables, const std::vector<Routine>& routines,
                Routine& routine)
      : stencil_(stencil), variables_(variables), routines_(routines), routine_(routine) {}

  void add_stage(int s) {
    const StencilStage& stage = stencil_.stages[s];
    const std::optional<Extent> computed = stencil_.computed(s);
    if (!computed) return;
    for (int read = 0; read < static_cast<int>(stage.reads.size()); ++read) {
      const StencilRead& clause = stage.reads[read];
      const Region region = region_read(stencil_, stage, read, *computed);
      // Of its own output it can read outer boundary points that no stage has changed.
      add_read(s, clause.slot, clause.own ? region - Region::interior : region, clause.where);
    }
    for (const Slot slot : stage.writes)
      if (!is_temporary(slot)) merge(routine_.writes, {slot, stage.region, place_of_write(stage, slot), Access::write});
  }

  // What a stage reads without a clause: the values that stay where its intervals leave out a part of the axis.
  void add_kept_values(const StencilPhase& phase) {
    for (int s = phase.first; s < phase.last; ++s) {
      const StencilStage& stage = stencil_.stages[s];
      const auto has_clause = [&](Slot slot) {
        return std::any_of(stage.reads.begin(), stage.reads.end(),
                           [&](const StencilRead& read) { return read.slot == slot && !read.own; });
      };
      if (!stencil_.computed(s)) continue;
      for (const StageRead& read : phase.chain.stages[s - phase.first].reads)
        if (const Slot slot = phase.slots[read.variable]; !has_clause(slot))
          add_read(s, slot, Region::interior, place_of_write(stage, slot));
    }
  }

  void add_kernel(const Routine& kernel) {
    for (const Clause& clause : kernel.reads)
      if (variables_.group_of(clause.slot.variable).kind != GroupKind::gf) merge(routine_.reads, clause);
    for (const std::string& parameter : kernel.uses)
      if (std::ranges::count(routine_.uses, parameter) == 0) routine_.uses.push_back(parameter);
    for (const Binding& binding : kernel.bindings)
      if (std::none_of(routine_.bindings.begin(), routine_.bindings.end(),
                       [&](const Binding& other) { return other.name == binding.name; }))
        routine_.bindings.push_back(binding);
  }

private:
  void add_read(int s, Slot slot, Region region, const Location& where) {
    const Region input = region - written_before(stencil_, s, slot);
    if (!is_temporary(slot) && any(input)) merge(routine_.reads, {slot, input, where});
  }

  const Location& place_of_write(const StencilStage& stage, Slot slot) const {
    for (const Clause& clause : routines_[stage.kernels.front().routine].writes)
      if (clause.slot == slot) return clause.where;
    return stage.where;
  }

  bool is_temporary(Slot slot) const { return variables_.group_of(slot.variable).temporary; }

  const Stencil& stencil_;
  const Variables& variables_;
  const std::vector<Routine>& routines_;
  Routine& routine_;
};

} // namespace

Region region_read(const Stencil& stencil, const StencilStage& stage, int read, const Extent& computed) {
  const StencilRead& clause = stage.reads[read];
  if (stage.region == Region::boundary) return region_of(stage, clause);
  Extent asked = computed + clause.extent;
  if (stencil.vertical) {
    const BeyondAxis beyond = beyond_axis(stage, read, distant_positions(stencil.axis));
    asked.lower[2] = static_cast<int>(-beyond.below);
    asked.upper[2] = static_cast<int>(beyond.above);
  }
  if (any(clause.region) && (computed.is_zero() || asked.is_zero())) return clause.region;
  return asked.is_zero() ? Region::interior : Region::everywhere;
}

Region written_before(const Stencil& stencil, int s, Slot slot) {
  Region written = Region::none;
  for (int earlier = 0; earlier < s; ++earlier) {
    const StencilStage& stage = stencil.stages[earlier];
    if (std::find(stage.writes.begin(), stage.writes.end(), slot) != stage.writes.end()) written |= stage.region;
  }
  return written;
}

void set_clauses(const Stencil& stencil, const Variables& variables, std::vector<Routine>& routines, int id) {
  Routine& routine = routines[id];
  routine.reads.clear();
  routine.writes.clear();
  ClauseBuilder builder(stencil, variables, routines, routine);
  for (int s = 0; s < static_cast<int>(stencil.stages.size()); ++s) {
    builder.add_stage(s);
    for (const IntervalKernel& kernel : stencil.stages[s].kernels) {
      set_regions(stencil.stages[s], variables, routines[kernel.routine]);
      builder.add_kernel(routines[kernel.routine]);
    }
  }
  for (const StencilPhase& phase : stencil.phases) builder.add_kept_values(phase);
}

} // namespace nopal
