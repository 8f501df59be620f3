#include "core/check/reach_check.hpp"

#include "core/check/clause_text.hpp"
#include "core/check/touched.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace nopal {

namespace {

/// Returns "(i+2,j,k-1)".
std::string point_text(const Index& offset) {
  std::string text = "(";
  for (int axis = 0; axis < 3; ++axis) {
    text += std::string(axis > 0 ? "," : "") + "ijk"[axis];
    if (offset[axis] != 0) text += fmt::format("{:+}", offset[axis]);
  }
  return text + ")";
}

long reach_of(const KernelReach& reach) {
  long result = 0;
  for (const NormalReach& normal : reach.normals)
    for (const FieldReach& field : normal.fields)
      for (const Index& offset : field.reads)
        for (const long along : offset) result = std::max(result, std::labs(along));
  return result;
}

/// Returns a grid on which every region exists. A declaration must be right on it, too.
DomainSpec general_grid(const DomainSpec& of) {
  DomainSpec spec;
  spec.ghosts = std::max(1L, of.ghosts);
  spec.boundary_width = std::max(1L, of.boundary_width);
  spec.cells = {16, 16, 16};
  return spec;
}

class KernelCheck {
public:
  KernelCheck(const Variables& variables, const Routine& routine, const BoundKernel& kernel,
              const Decomposition& decomposition, std::vector<Finding>& findings)
      : variables_(variables), routine_(routine), kernel_(kernel), decomposition_(decomposition),
        domain_(decomposition.domain()), findings_(findings) {
    for (const Clause& clause : routine.writes) launched_ |= clause.region;
  }

  void run() {
    const KernelReach reach = kernel_reach(kernel_, domain_, launched_);
    if (!reach.recorded) return;
    TouchedRegions touched(domain_.spec(), reach_of(reach));
    for (std::size_t f = 0; f < kernel_.fields().size(); ++f) check_reads(reach, f, touched);
    if (!reach.complete) return;
    const KernelReach general = kernel_reach(kernel_, Domain(general_grid(domain_.spec())), launched_);
    TouchedRegions everywhere(general_grid(domain_.spec()), reach_of(general));
    for (std::size_t f = 0; f < kernel_.fields().size(); ++f) check_use(general, f, everywhere);
  }

private:
  struct SeenAccess {
    Index normal;
    Index offset;
    TouchedRegions::Touched touched;
    bool always;
  };

  std::string in_declaration(Slot slot, Region region, Access access = Access::read) const {
    return entry_text(variables_, routine_.thorn, slot, region, access);
  }
  std::string slot_text(Slot slot) const { return variables_.text(slot); }
  const Clause* clause(const std::vector<Clause>& clauses, Slot slot) const {
    const auto found = std::find_if(clauses.begin(), clauses.end(), [&](const Clause& c) { return c.slot == slot; });
    return found == clauses.end() ? nullptr : &*found;
  }
  Region declared(Slot slot) const {
    Region result = Region::none;
    for (const Clause& read : routine_.reads)
      if (read.slot == slot) result |= read.region;
    return result;
  }
  void add(Severity severity, const Clause* where, const std::string& text, const std::string& proposal) {
    findings_.push_back(
        {severity, routine_.full_name(), where != nullptr ? where->where : routine_.where, text, proposal});
  }

  std::vector<SeenAccess> accesses(const KernelReach& reach, std::size_t f, TouchedRegions& touched) const {
    std::vector<SeenAccess> result;
    for (const NormalReach& normal : reach.normals) {
      const FieldReach& field = normal.fields[f];
      for (const Index& offset : field.reads) {
        const bool always = std::binary_search(field.always_reads.begin(), field.always_reads.end(), offset);
        result.push_back({normal.normal, offset, touched.at(launched_, normal.normal, offset), always});
      }
    }
    return result;
  }

  void check_reads(const KernelReach& reach, std::size_t f, TouchedRegions& touched) {
    const Slot slot = kernel_.fields()[f];
    const std::vector<SeenAccess> all = accesses(reach, f, touched);
    // An access that always happens is worse than one in a branch. If both are alike, the one farther away is worse.
    const SeenAccess* beyond = nullptr;
    const SeenAccess* undeclared = nullptr;
    Region needed = Region::none, always_needed = Region::none;
    const auto worse = [](const SeenAccess& one, const SeenAccess* than) {
      const auto distance = [](const SeenAccess& access) {
        return std::labs(access.offset[0]) + std::labs(access.offset[1]) + std::labs(access.offset[2]);
      };
      return than == nullptr || (one.always != than->always ? one.always : distance(one) > distance(*than));
    };
    for (const SeenAccess& access : all) {
      if (access.touched.beyond && worse(access, beyond)) beyond = &access;
      if (any(access.touched.regions - declared(slot)) && worse(access, undeclared)) undeclared = &access;
      needed |= access.touched.regions;
      if (access.always) always_needed |= access.touched.regions;
    }
    if (beyond != nullptr) tell_beyond(slot, *beyond);
    if (undeclared != nullptr) tell_undeclared(slot, *undeclared, undeclared->always ? always_needed : needed);
  }

  std::string condition(const SeenAccess& access) const {
    return access.always ? "" : ", where a branch of its body says so";
  }

  void tell_beyond(Slot slot, const SeenAccess& access) {
    const std::string reads = fmt::format("reads {} at {}", slot_text(slot), point_text(access.offset));
    if (any(launched_ & Region::ghosts)) {
      const Region without = launched_ - Region::ghosts;
      add(access.always ? Severity::error : Severity::warning, clause(routine_.writes, routine_.writes.front().slot),
          fmt::format("writes ghosts, too, and {}{}: the outermost ghosts have no such neighbour; let it write {} and "
                      "synchronise (`sync:`)",
                      reads, condition(access), to_string(without)),
          in_declaration(routine_.writes.front().slot, without, Access::write));
      return;
    }
    long ghosts = 0, width = 0;
    bool exchanged = false;
    for (int axis = 0; axis < 3; ++axis) {
      const long along = std::labs(access.offset[axis]);
      if (access.normal[axis] != 0 || !domain_.exists(axis)) continue;
      if (along > domain_.spec().ghosts) {
        ghosts = std::max(ghosts, along);
        exchanged |= domain_.periodic(axis) || decomposition_.process_grid()[axis] > 1;
      }
      if (along > domain_.spec().boundary_width && !domain_.periodic(axis)) width = std::max(width, along);
    }
    if (ghosts > 0) {
      const std::string alone = exchanged ? "" : "; this run's processes have no neighbours along that axis";
      add(access.always && exchanged ? Severity::error : Severity::warning, clause(routine_.reads, slot),
          fmt::format("{}, {} points away{}, but ghost zones are {} wide: set driver.ghosts: {}{}", reads, ghosts,
                      condition(access), domain_.spec().ghosts, ghosts, alone),
          "");
    } else if (width > 0) {
      add(access.always ? Severity::error : Severity::warning, clause(routine_.reads, slot),
          fmt::format("{}, {} points away{}, but the outer boundary has {} layers: set driver.boundary_width: {}",
                      reads, width, condition(access), domain_.spec().boundary_width, width),
          "");
    } else {
      add(access.always ? Severity::error : Severity::warning, clause(routine_.reads, slot),
          fmt::format("{} on boundary points with outward normal ({}, {}, {}){}, which lies outside the grid: look "
                      "inwards, at (i-ni,j-nj,k-nk)",
                      reads, access.normal[0], access.normal[1], access.normal[2], condition(access)),
          "");
    }
  }

  void tell_undeclared(Slot slot, const SeenAccess& access, Region needed) {
    add(access.always ? Severity::error : Severity::warning, clause(routine_.reads, slot),
        fmt::format("reads {} at {} of the points that it writes ({}){}; that can lie in its {}, but it declares to "
                    "read {} only",
                    slot_text(slot), point_text(access.offset), to_string(launched_), condition(access),
                    to_string(access.touched.regions - declared(slot)), to_string(declared(slot))),
        in_declaration(slot, declared(slot) | needed));
  }

  /// Finds clauses that the body does not use. The body must have no branches, and `reach` and `touched` must come from
  /// a grid on which every region exists.
  void check_use(const KernelReach& reach, std::size_t f, TouchedRegions& touched) {
    const Slot slot = kernel_.fields()[f];
    const Clause* read = clause(routine_.reads, slot);
    const Clause* write = clause(routine_.writes, slot);
    const std::vector<SeenAccess> all = accesses(reach, f, touched);
    const bool assigned = std::any_of(reach.normals.begin(), reach.normals.end(),
                                      [&](const NormalReach& normal) { return normal.fields[f].written; });
    if (write != nullptr && !assigned)
      add(Severity::error, write,
          fmt::format("declares that it writes {}, but its body assigns no value to it: assign one, or take the clause "
                      "away",
                      slot_text(slot)),
          "");
    if (read == nullptr) return;
    Region needed = Region::none;
    for (const SeenAccess& access : all) needed |= access.touched.regions;
    if (all.empty()) {
      add(Severity::warning, read,
          fmt::format("declares that it reads {}, but its body does not look at it: without the clause nothing is "
                      "copied or synchronised for it",
                      slot_text(slot)),
          "");
    } else if (any(declared(slot) - needed)) {
      add(Severity::warning, read,
          fmt::format("declares that it reads {} ({}), but touches no more of it than {}; to declare less saves copies",
                      slot_text(slot), to_string(declared(slot)), to_string(needed)),
          in_declaration(slot, needed & declared(slot)));
    }
  }

  const Variables& variables_;
  const Routine& routine_;
  const BoundKernel& kernel_;
  const Decomposition& decomposition_;
  const Domain& domain_;
  std::vector<Finding>& findings_;
  Region launched_ = Region::none;
};

} // namespace

std::vector<Finding> check_reach(const Variables& variables, const std::vector<Routine>& routines,
                                 const Decomposition& decomposition,
                                 const std::function<const BoundKernel*(const Routine&)>& kernel_of) {
  std::vector<Finding> findings;
  for (const Routine& routine : routines)
    if (const BoundKernel* kernel = kernel_of(routine); kernel != nullptr && kernel->kernel().blocks == nullptr)
      KernelCheck(variables, routine, *kernel, decomposition, findings).run();
  return findings;
}

} // namespace nopal
