#include "core/check/reach_check.hpp"

#include "core/check/touched.hpp"
#include "core/schedule/clause_text.hpp"

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

  std::string clause_for(Slot slot, Region region, Access access = Access::read) const {
    return entry_text(variables_, routine_.thorn, slot, region, access);
  }
  Region declared(Slot slot) const { return regions_of(routine_.reads, slot); }
  static const Clause* clause(const std::vector<Clause>& clauses, Slot slot) {
    const auto found = std::find_if(clauses.begin(), clauses.end(), [&](const Clause& c) { return c.slot == slot; });
    return found == clauses.end() ? nullptr : &*found;
  }
  void add(bool is_error, const Clause* clause, const std::string& text, const std::string& fix) {
    findings_.push_back({is_error ? Severity::error : Severity::warning, routine_.full_name(),
                         clause != nullptr ? clause->where : routine_.where, text, fix});
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

  /// Returns "reads wave::phi@1 at (i+1,j,k) in a branch of its body".
  std::string reads(Slot slot, const SeenAccess& access) const {
    return fmt::format("reads {} at {}{}", variables_.text(slot), point_text(access.offset),
                       access.always ? "" : " in a branch of its body");
  }

  void tell_beyond(Slot slot, const SeenAccess& access) {
    if (any(launched_ & Region::ghosts)) {
      const Clause& write = routine_.writes.front();
      return add(
          access.always, &write,
          fmt::format("also writes ghosts and {}, but the outermost ghosts have no such neighbour",
                      reads(slot, access)),
          fmt::format("declare {} and add sync:", clause_for(write.slot, launched_ - Region::ghosts, Access::write)));
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
    const Clause* read = clause(routine_.reads, slot);
    if (ghosts > 0)
      add(access.always && exchanged, read,
          fmt::format("{}, {} points away, but ghost zones are {} wide{}", reads(slot, access), ghosts,
                      domain_.spec().ghosts,
                      exchanged ? "" : " (this run's processes have no neighbours along that axis)"),
          fmt::format("set driver.ghosts: {}", ghosts));
    else if (width > 0)
      add(access.always, read,
          fmt::format("{}, {} points away, but the outer boundary is {} wide", reads(slot, access), width,
                      domain_.spec().boundary_width),
          fmt::format("set driver.boundary_width: {}", width));
    else
      add(access.always, read,
          fmt::format("{}, but from boundary points with outward normal ({}, {}, {}) this lies outside of the grid",
                      reads(slot, access), access.normal[0], access.normal[1], access.normal[2]),
          "read inwards, at (i-ni,j-nj,k-nk)");
  }

  void tell_undeclared(Slot slot, const SeenAccess& access, Region needed) {
    add(access.always, clause(routine_.reads, slot),
        fmt::format("{} for each point (i,j,k) that it writes ({}); the read point can lie in {}, but the routine "
                    "declares {}",
                    reads(slot, access), to_string(launched_), to_string(access.touched.regions - declared(slot)),
                    any(declared(slot)) ? "to read only " + to_string(declared(slot)) : "no read of this variable"),
        "declare " + clause_for(slot, declared(slot) | needed));
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
      add(true, write,
          fmt::format("declares that it writes {}, but its body assigns no value to it", variables_.text(slot)),
          "assign a value, or remove the clause");
    if (read == nullptr) return;
    Region needed = Region::none;
    for (const SeenAccess& access : all) needed |= access.touched.regions;
    if (all.empty())
      add(false, read, fmt::format("declares that it reads {}, but its body does not use it", variables_.text(slot)),
          "remove the clause; this saves copies and syncs");
    else if (any(declared(slot) - needed))
      add(false, read,
          fmt::format("declares that it reads {} ({}), but uses only {}", variables_.text(slot),
                      to_string(declared(slot)), to_string(needed)),
          fmt::format("declare {}; this saves copies", clause_for(slot, needed & declared(slot))));
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
