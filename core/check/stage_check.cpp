#include "core/check/stage_check.hpp"

#include "core/base/assert.hpp"
#include "core/check/extent_check.hpp"
#include "core/check/missing_depth.hpp"
#include "core/check/touched.hpp"
#include "core/launch/computed_index.hpp"
#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace nopal {

namespace {

struct StageKernelReach {
  const Routine* routine;
  const BoundKernel* kernel;
  KernelReach reach;
};

class StageCheck {
public:
  StageCheck(const Variables& variables, const Routine& stencil, const StencilStage& stage, const Domain& domain,
             std::vector<Finding>& findings)
      : variables_(variables), stencil_(stencil), stage_(stage), domain_(domain), findings_(findings) {}

  void add(const Routine& routine, const BoundKernel& kernel) {
    KernelReach reach = kernel_reach(kernel, domain_, Region::interior);
    if (reach.complete) reach = kernel_reach(kernel, Domain(general_grid(domain_.spec())), Region::interior);
    kernels_.push_back({&routine, &kernel, std::move(reach)});
  }

  void run() {
    if (kernels_.empty()) return;
    for (const StageKernelReach& kernel : kernels_)
      for (const Clause& clause : kernel.routine->reads)
        if (is_field(clause.slot)) check_region(kernel, clause);
    bool complete = kernels_.size() == stage_.kernels.size();
    for (const StageKernelReach& kernel : kernels_) {
      complete = complete && kernel.reach.complete;
      for (const Clause& clause : kernel.routine->reads)
        if (is_field(clause.slot)) check_read(kernel, clause);
    }
    if (complete) check_use();
  }

private:
  bool is_field(Slot slot) const { return variables_.group_of(slot.variable).kind == GroupKind::gf; }

  std::string entry(Slot slot, const Extent& extent) const {
    return entry_text(variables_, stencil_.thorn, slot, Region::everywhere, Access::read, extent);
  }

  /// Whether reads_of() has all reads of the slot.
  static bool knows_reads(const StageKernelReach& kernel, Slot slot) {
    if (!kernel.reach.complete) return false;
    const std::optional<std::size_t> field = find_field(*kernel.kernel, slot);
    return !field || std::ranges::all_of(kernel.reach.normals,
                                         [&](const NormalReach& normal) { return normal.fields[*field].known; });
  }

  /// Returns the reads of a slot. A kernel that has not been recorded has none.
  static std::vector<RecordedRead> reads_of(const StageKernelReach& kernel, Slot slot) {
    const std::optional<std::size_t> field = find_field(*kernel.kernel, slot);
    return field ? recorded_reads(kernel.reach, *field) : std::vector<RecordedRead>{};
  }

  void check_read(const StageKernelReach& kernel, const Clause& clause) {
    if (declares_extent(*kernel.kernel, clause)) {
      const std::vector<RecordedRead> reads = reads_of(kernel, clause.slot);
      const Extent fitting = fitting_extent(clause, reads, knows_reads(kernel, clause.slot) && kernels_.size() == 1);
      if (auto finding = narrow_extent(variables_, *kernel.routine, clause, reads, fitting))
        findings_.push_back(*finding);
    } else if (!kernel.reach.recorded) {
      tell_unknown(kernel, clause, "the body cannot be run on dummy values");
    } else if (!kernel.reach.complete) {
      check_point(kernel, clause);
    } else if (!knows_reads(kernel, clause.slot)) {
      tell_unknown(kernel, clause, "the body computes an index from data, or it is absolute");
    }
  }

  /// A clause that names a region. Otherwise its region follows from its extent.
  void check_region(const StageKernelReach& kernel, const Clause& clause) {
    if (clause.region == Region::everywhere || variables_.group_of(clause.slot.variable).temporary) return;
    TouchedRegions touched(domain_.spec(), largest_offset);
    for (const RecordedRead& read : reads_of(kernel, clause.slot)) {
      Index offset = read.offset;
      if (stencil_.stencil->vertical) offset[2] = 0; // an interval may end before the interior does
      const Region undeclared = touched.at(Region::interior, {0, 0, 0}, offset).regions - clause.region;
      if (!any(undeclared) || (clause.extent && !holds(*clause.extent, read.offset))) continue;
      findings_.push_back(
          {read.always ? Severity::error : Severity::warning, kernel.routine->full_name(), clause.where,
           fmt::format("{}, and this point can lie in {}, but the clause names only {}",
                       read_text(variables_, clause.slot, read), to_string(undeclared), to_string(clause.region)),
           "leave the region out: " + entry(clause.slot, clause.extent.value_or(Extent{}))});
      return;
    }
  }

  void tell_unknown(const StageKernelReach& kernel, const Clause& clause, const char* why) {
    const std::string own = entry(clause.slot, {});
    Extent around;
    around.lower[0] = -1;
    around.upper[0] = 1;
    findings_.push_back(
        {Severity::error, kernel.routine->full_name(), clause.where,
         fmt::format("reads {} in a stage of {}, but its clause has no extent, and nopal cannot find it out: {}",
                     variables_.text(clause.slot), stencil_.full_name(), why),
         fmt::format("declare how far it reads, for example {}, or {} for the point itself", entry(clause.slot, around),
                     own)});
  }

  /// A clause without extent, of a kernel with branches: it counts as <0>.
  void check_point(const StageKernelReach& kernel, const Clause& clause) {
    const std::vector<RecordedRead> reads = reads_of(kernel, clause.slot);
    const std::optional<RecordedRead> worst = worst_outside(reads, {});
    if (!worst) return;
    findings_.push_back({Severity::error, kernel.routine->full_name(), clause.where,
                         fmt::format("{}, but its clause has no extent. It counts as <0>, because the body has "
                                     "branches ({}) that may hide further reads",
                                     read_text(variables_, clause.slot, *worst), kernel.reach.branches),
                         "declare " + entry(clause.slot, mee(Extent{}, *extent_of(reads)))});
  }

  /// Finds clauses that no kernel uses. All kernels have been recorded, and they have no branches.
  void check_use() {
    const Routine& routine = *kernels_.front().routine;
    for (const Clause& clause : routine.writes)
      if (is_field(clause.slot) && !is_assigned(clause.slot))
        tell(Severity::error, clause, "writes " + variables_.text(clause.slot),
             {"its body assigns no value to it", "none of its kernels assigns a value to it"},
             "assign a value, or remove the clause");
    for (const Clause& clause : routine.reads)
      if (is_field(clause.slot)) check_use_of(clause);
  }

  void check_use_of(const Clause& clause) {
    std::vector<RecordedRead> reads;
    for (const StageKernelReach& kernel : kernels_) {
      if (!knows_reads(kernel, clause.slot)) return;
      if (const auto field = find_field(*kernel.kernel, clause.slot);
          field && computes_index(kernel.kernel->kernel(), *field))
        return;
      const std::vector<RecordedRead> more = reads_of(kernel, clause.slot);
      reads.insert(reads.end(), more.begin(), more.end());
    }
    const std::string name = variables_.text(clause.slot);
    if (reads.empty())
      return tell(Severity::warning, clause, "reads " + name,
                  {"its body does not use it", "none of its kernels uses it"},
                  "remove the clause; then the stencil does less work");
    const Extent used = *extent_of(reads);
    if (!declares_extent(*kernels_.front().kernel, clause) || used == *clause.extent ||
        mee(used, *clause.extent) != *clause.extent)
      return;
    const bool is_own = find_clause(kernels_.front().routine->writes, clause.slot) != nullptr;
    const bool is_temporary = variables_.group_of(clause.slot.variable).temporary;
    tell(Severity::warning, clause, fmt::format("reads {} {}", name, clause.extent->text()),
         {"its body uses only " + used.text(), "its kernels use only " + used.text()},
         "declare " + entry(clause.slot, used) +
             (is_own         ? ""
              : is_temporary ? "; the stages that write it then compute fewer points"
                             : "; this saves ghost points"));
  }

  bool is_assigned(Slot slot) const {
    return std::any_of(kernels_.begin(), kernels_.end(), [&](const StageKernelReach& kernel) {
      const std::optional<std::size_t> field = find_field(*kernel.kernel, slot);
      return field && is_written(kernel.reach, *field);
    });
  }

  /// What is wrong with the body of the only kernel of a stage, or with the kernels of a stage that has several.
  struct Mistake {
    std::string alone, several;
  };
  /// `what` is "reads a::u@1 <-1:1>": what the stage declares.
  void tell(Severity severity, const Clause& clause, const std::string& what, const Mistake& mistake,
            const std::string& fix) {
    if (kernels_.size() == 1)
      findings_.push_back({severity, kernels_.front().routine->full_name(), clause.where,
                           fmt::format("declares that it {}, but {}", what, mistake.alone), fix});
    else
      findings_.push_back({severity, stencil_.full_name(), clause.where,
                           fmt::format("declares that stage \"{}\" {}, but {}", stage_.name, what, mistake.several),
                           fix});
  }

  const Variables& variables_;
  const Routine& stencil_;
  const StencilStage& stage_;
  const Domain& domain_;
  std::vector<Finding>& findings_;
  std::vector<StageKernelReach> kernels_;
};

/// The place of the first clause of the phase that reads the slot.
const Location& place_of_read(const Routine& stencil, const StencilPhase& phase, Slot slot) {
  for (int s = phase.first; s < phase.last; ++s)
    for (const StencilRead& read : stencil.stencil->stages[static_cast<std::size_t>(s)].reads)
      if (read.slot == slot) return read.where;
  return stencil.where;
}

/// Compares how far the stencil reads its inputs with the widths of ghost zones and boundary.
void check_inputs(const Variables& variables, const Routine& stencil, const Decomposition& decomposition,
                  std::vector<Finding>& findings) {
  for (const StencilPhase& phase : stencil.stencil->phases) {
    if (phase.first >= phase.last || stencil.stencil->stages[phase.first].region != Region::interior) continue;
    for (std::size_t v = 0; v < phase.slots.size(); ++v) {
      const std::optional<Extent>& extent = phase.propagation.inputs[v];
      if (!extent || phase.chain.variables[v].temporary) continue;
      const std::optional<MissingDepth> missing = missing_depth(decomposition, *extent, stencil.stencil->vertical);
      if (!missing) continue;
      findings.push_back({missing->is_needed ? Severity::error : Severity::warning, stencil.full_name(),
                          place_of_read(stencil, phase, phase.slots[v]),
                          fmt::format("reads {} on {}, all stages together, {}", variables.text(phase.slots[v]),
                                      extent->text(), missing->text),
                          missing->fix});
    }
  }
}

} // namespace

bool is_of_interior_stage(const std::vector<Routine>& routines, const Routine& routine) {
  if (routine.stage < 0) return false;
  const Routine& stencil = routines[static_cast<std::size_t>(routine.launchers.front())];
  NOPAL_ASSERT(stencil.stencil != nullptr);
  return stencil.stencil->stages[static_cast<std::size_t>(routine.stage)].region == Region::interior;
}

std::vector<Finding> check_stages(const Variables& variables, const std::vector<Routine>& routines,
                                  const Routine& stencil, const Decomposition& decomposition,
                                  const std::function<const BoundKernel*(const Routine&)>& kernel_of) {
  std::vector<Finding> findings;
  bool called = false;
  for (const StencilStage& stage : stencil.stencil->stages) {
    if (stage.region != Region::interior) continue;
    StageCheck check(variables, stencil, stage, decomposition.domain(), findings);
    for (const IntervalKernel& each : stage.kernels) {
      const Routine& routine = routines[static_cast<std::size_t>(each.routine)];
      if (const BoundKernel* kernel = kernel_of(routine); kernel != nullptr) {
        check.add(routine, *kernel);
        called = true;
      }
    }
    check.run();
  }
  if (called) check_inputs(variables, stencil, decomposition, findings);
  return findings;
}

} // namespace nopal
