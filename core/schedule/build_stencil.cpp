#include "core/schedule/build_stencil.hpp"

#include "core/schedule/schedule.hpp"
#include "core/schedule/stencil_clauses.hpp"
#include "core/schedule/stencil_phases.hpp"
#include "core/schedule/stencil_rules.hpp"
#include "core/schedule/stencil_stages.hpp"

namespace nopal {

namespace {

void append(const ErrorList& from, ErrorList& to) {
  for (const std::string& message : from.messages()) to.add(message);
}

/// Asks all kernels of a stage how far they read, and sets the extent of a read that is not declared.
void ask_kernels(StencilStage& stage, int read, const Schedule::SeenReads& seen, std::vector<Routine>& routines) {
  StencilRead& clause = stage.reads[read];
  std::optional<Extent> all;
  bool known = true;
  for (IntervalKernel& kernel : stage.kernels) {
    const SeenRead found = seen(kernel.routine, clause.slot);
    kernel.seen.resize(stage.reads.size());
    kernel.seen[read] = found;
    known = known && found.known;
    if (found.extent) all = mee(all, *found.extent);
  }
  if (clause.declared || (clause.own && !all)) return;
  clause.declared = true;
  clause.extent = known ? all.value_or(Extent{}) : Extent{};
  for (const IntervalKernel& kernel : stage.kernels)
    for (Clause& of_kernel : routines[kernel.routine].reads)
      if (of_kernel.slot == clause.slot) of_kernel.extent = clause.extent;
}

} // namespace

void rebuild_stencil(Stencil stencil, const Variables& variables, std::vector<Routine>& routines, int id,
                     ErrorList& errors) {
  set_phases(stencil, variables, routines[id].thorn);
  ErrorList broken;
  check_rules(stencil, variables, routines[id], broken);
  append(broken, errors);
  if (broken.empty()) set_clauses(stencil, variables, routines, id);
  routines[id].stencil = std::make_shared<const Stencil>(std::move(stencil));
}

void build_stencil(const Names& names, const ThornDeclaration& thorn, const ItemDeclaration& item,
                   std::vector<Routine>& routines, int id, ErrorList& errors) {
  ErrorList wrong;
  Stencil stencil = declared_stencil(names, thorn, item, routines[id], routines, wrong);
  append(wrong, errors);
  if (wrong.empty()) rebuild_stencil(std::move(stencil), names.variables(), routines, id, errors);
}

void Schedule::derive_extents(int dimension, const SeenReads& seen, ErrorList& errors) {
  for (int id = 0; id < static_cast<int>(routines_.size()); ++id) {
    if (!routines_[id].is_stencil()) continue;
    Stencil stencil = *routines_[id].stencil;
    for (StencilStage& stage : stencil.stages)
      for (int read = 0; read < static_cast<int>(stage.reads.size()); ++read) {
        StencilRead& clause = stage.reads[read];
        if (!clause.declared || stencil.vertical) ask_kernels(stage, read, seen, routines_);
        for (int axis = dimension; axis < 3 && !clause.own; ++axis)
          clause.extent.lower[axis] = clause.extent.upper[axis] = 0;
      }
    rebuild_stencil(std::move(stencil), *variables_, routines_, id, errors);
  }
}

} // namespace nopal
