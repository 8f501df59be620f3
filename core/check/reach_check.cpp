#include "core/check/reach_check.hpp"

#include "core/check/extent_check.hpp"
#include "core/check/missing_depth.hpp"
#include "core/check/stage_check.hpp"
#include "core/check/touched.hpp"
#include "core/grid/owners.hpp"
#include "core/launch/computed_index.hpp"
#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace nopal {

namespace {

long reach_of(const KernelReach& reach) {
  long result = 0;
  for (const NormalReach& normal : reach.normals)
    for (const FieldReach& field : normal.fields)
      for (const auto* offsets : {&field.reads, &field.computed_reads})
        for (const Index& offset : *offsets)
          for (const long along : offset) result = std::max(result, std::labs(along));
  return result;
}

/// Whether the lists of the field's reads are complete.
bool is_known(const KernelReach& reach, std::size_t f) {
  return std::ranges::all_of(reach.normals, [&](const NormalReach& normal) { return normal.fields[f].known; });
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
    if (!reach.complete) {
      for (std::size_t f = 0; f < kernel_.fields().size(); ++f) {
        check_extent(reach, f);
        check_reads(reach, f, touched);
      }
      return;
    }
    const DomainSpec spec = general_grid(domain_.spec());
    const KernelReach general = kernel_reach(kernel_, Domain(spec), launched_);
    TouchedRegions everywhere(spec, reach_of(general));
    for (std::size_t f = 0; f < kernel_.fields().size(); ++f) {
      check_extent(general, f);
      check_reads(reach, f, touched);
      check_use(general, f, everywhere);
    }
  }

  /// A kernel writes at (i,j,k) only, because another thread computes every other point.
  void check_writes() {
    const Kernel& kernel = kernel_.kernel();
    for (int n = 0; n < kernel.n_accesses; ++n) {
      const KernelAccess& access = kernel.accesses[n];
      const KernelArgument& field = kernel.arguments[access.field];
      if (access.is_here() || (!access.writes && field.access != Access::write)) continue;
      add_error(
          place_of(access),
          fmt::format("writes {}({}), but a kernel writes at (i,j,k) only, because other points are computed at the "
                      "same time",
                      field.name, access.indices),
          fmt::format("write {}(i,j,k), or make it a block kernel (threads:)", field.name));
    }
  }

private:
  struct SeenAccess {
    Index normal, layer;
    RecordedRead read;
    TouchedRegions::Touched touched;
  };

  /// If the variable's read clause has an extent, the text has the one that it should have.
  std::string clause_for(Slot slot, Region region, Access access = Access::read) const {
    return entry_text(variables_, routine_.thorn, slot, region, access,
                      access == Access::read ? fitting_ : std::nullopt);
  }
  Region declared(Slot slot) const { return regions_of(routine_.reads, slot); }
  void add(bool is_error, const Clause* clause, const std::string& text, const std::string& fix) {
    findings_.push_back({is_error ? Severity::error : Severity::warning, routine_.full_name(),
                         clause != nullptr ? clause->where : routine_.where, text, fix});
  }

  Location place_of(const KernelAccess& access) const { return {kernel_.kernel().path, access.line, access.column}; }
  void add_error(const Location& where, const std::string& text, const std::string& fix) {
    findings_.push_back({Severity::error, routine_.full_name(), where, text, fix});
  }

  /// Whether the runs show all reads of a field. Those of a boundary kernel do, whose indices follow the nearest
  /// interior point; in the interior data may decide a computed index.
  bool shows_all(const KernelReach& reach, std::size_t f) const {
    return is_known(reach, f) && !(launched_ == Region::interior && computes_index(kernel_.kernel(), f));
  }

  std::vector<SeenAccess> accesses(const KernelReach& reach, std::size_t f, TouchedRegions& touched) const {
    std::vector<SeenAccess> result;
    for (const NormalReach& normal : reach.normals)
      for (const RecordedRead& read : recorded_reads(normal.fields[f]))
        result.push_back(
            {normal.normal, normal.layer, read, touched.at(launched_, normal.normal, read.offset, normal.layer)});
    return result;
  }

  /// Call this before the other checks of a field: their texts have the extent that it finds.
  void check_extent(const KernelReach& reach, std::size_t f) {
    const Clause* read = find_clause(routine_.reads, kernel_.fields()[f]);
    fitting_.reset();
    if (read == nullptr || !declares_extent(kernel_, *read)) return;
    const std::vector<RecordedRead> reads = recorded_reads(reach, f);
    fitting_ = fitting_extent(*read, reads, reach.complete && shows_all(reach, f));
    if (auto finding = narrow_extent(variables_, routine_, *read, reads, *fitting_)) findings_.push_back(*finding);
  }

  void check_reads(const KernelReach& reach, std::size_t f, TouchedRegions& touched) {
    const Slot slot = kernel_.fields()[f];
    const std::vector<SeenAccess> all = accesses(reach, f, touched);
    const SeenAccess* beyond = nullptr;
    const SeenAccess* undeclared = nullptr;
    Region needed = Region::none, always_needed = Region::none;
    const auto worse = [](const SeenAccess& one, const SeenAccess* than) {
      return than == nullptr || is_worse(one.read, than->read);
    };
    for (const SeenAccess& access : all) {
      if (access.touched.beyond && worse(access, beyond)) beyond = &access;
      if (any(access.touched.regions - declared(slot)) && worse(access, undeclared)) undeclared = &access;
      needed |= access.touched.regions;
      if (access.read.always) always_needed |= access.touched.regions;
    }
    if (beyond != nullptr)
      tell_beyond(slot, *beyond);
    else if (!check_elsewhere(reach, f))
      check_depth(slot);
    check_own(reach, f, all);
    if (undeclared != nullptr)
      tell_undeclared(slot, *undeclared, undeclared->read.always ? always_needed : needed);
    else
      check_computed(reach, f, touched);
  }

  /// Data decide where these reads are, so nobody knows how far away they are, but they are not always here.
  void check_computed(const KernelReach& reach, std::size_t f, TouchedRegions& touched) {
    const Slot slot = kernel_.fields()[f];
    Region needed = Region::none;
    for (const NormalReach& normal : reach.normals)
      for (const Index& offset : normal.fields[f].computed_reads)
        needed |= touched.at(launched_, normal.normal, offset, normal.layer).regions;
    if (!any(needed - declared(slot))) return;
    add(false, find_clause(routine_.reads, slot),
        fmt::format("computes an index of {} from data, so that the read point can lie in {}, but the routine declares "
                    "{}",
                    variables_.text(slot), to_string(needed - declared(slot)), declared_text(slot)),
        "declare " + clause_for(slot, declared(slot) | needed));
  }

  void tell_beyond(Slot slot, const SeenAccess& access) {
    const std::string reads = read_text(variables_, slot, access.read);
    if (any(launched_ & Region::ghosts)) {
      const Clause& write = routine_.writes.front();
      return add(
          access.read.always, &write,
          fmt::format("also writes ghosts and {}, but the outermost ghosts have no such neighbour", reads),
          fmt::format("declare {} and add sync:", clause_for(write.slot, launched_ - Region::ghosts, Access::write)));
    }
    const Clause* read = find_clause(routine_.reads, slot);
    Extent extent;
    for (int axis = 0; axis < 3; ++axis)
      if (access.normal[axis] == 0)
        extent.lower[axis] = extent.upper[axis] = static_cast<int>(access.read.offset[axis]);
    if (const auto missing = missing_depth(decomposition_, extent))
      add((access.read.always || access.read.named) && missing->is_needed, read, reads + ", " + missing->text,
          missing->fix);
    else
      add(access.read.always, read,
          fmt::format("{}, but from boundary points with outward normal ({}, {}, {}) this lies outside of the grid",
                      reads, access.normal[0], access.normal[1], access.normal[2]),
          "read inwards, at (i-ni,j-nj,k-nk)");
  }

  /// Finds a read of an absolute index that the process of the point does not store. Returns whether there is one. If
  /// the processes of this run store them all, it warns of one that other processes would not store.
  bool check_elsewhere(const KernelReach& reach, std::size_t f) {
    const ReadElsewhere* far = nullptr;
    for (const NormalReach& normal : reach.normals)
      for (const ReadElsewhere& read : normal.fields[f].elsewhere) {
        if (far == nullptr && is_beyond_ghosts(read, normal.normal)) far = &read;
        if (!owners_) owners_.emplace(decomposition_);
        const Box stored = decomposition_.stored((*owners_)(read.point));
        if (stored.contains(read.at)) continue;
        tell_elsewhere(f, read, true, "but the process that computes this point stores only " + stored.text());
        return true;
      }
    if (far != nullptr)
      tell_elsewhere(
          f, *far, false,
          fmt::format("which lies farther away than ghost zones are wide. {}, but of more processes each "
                      "stores only its own points and {} layer{} of ghosts, so that a run on them ends here",
                      decomposition_.size() == 1 ? "One process has all points" : "This run's processes have it",
                      domain_.spec().ghosts, domain_.spec().ghosts == 1 ? "" : "s"));
    return false;
  }

  /// Inwards a process has what a boundary point reads.
  bool is_beyond_ghosts(const ReadElsewhere& read, const Index& normal) const {
    for (int axis = 0; axis < domain_.dimension(); ++axis)
      if (normal[axis] == 0 && std::labs(read.at[axis] - read.point[axis]) > domain_.spec().ghosts) return true;
    return false;
  }

  void tell_elsewhere(std::size_t f, const ReadElsewhere& read, bool is_error, const std::string& why) {
    const Slot slot = kernel_.fields()[f];
    add(is_error, find_clause(routine_.reads, slot),
        fmt::format("reads {} at ({}) for the point ({}), {}", variables_.text(slot), fmt::join(read.at, ", "),
                    fmt::join(read.point, ", "), why),
        "use i, j and k plus or minus numbers; for the value at one point let a function write it to a scalar");
  }

  /// Finds reads of points that the kernel writes, other than (i,j,k). A body with branches may leave the points alone
  /// that it reads at computed indices: only the bounds-checked version knows.
  void check_own(const KernelReach& reach, std::size_t f, const std::vector<SeenAccess>& all) {
    const Slot slot = kernel_.fields()[f];
    if (!reach.complete && computes_index(kernel_.kernel(), f)) return;
    if (find_clause(routine_.writes, slot) == nullptr || kernel_.kernel().order != VerticalOrder::parallel) return;
    const SeenAccess* worst = nullptr;
    for (const SeenAccess& access : all)
      if (access.read.offset != Index{0, 0, 0} && any(access.touched.regions & launched_) &&
          (worst == nullptr || is_worse(access.read, worst->read)))
        worst = &access;
    if (worst == nullptr) return;
    add(true, find_clause(routine_.reads, slot),
        fmt::format(
            "{} and also writes this variable there ({}): other points are computed at the same time, so the value "
            "may be the old one or the new one",
            read_text(variables_, slot, worst->read), to_string(worst->touched.regions & launched_)),
        "read another timelevel, or write to another variable and copy it with a second kernel");
  }

  /// A body with branches may read as far as its clause declares, although no recorded run did.
  void check_depth(Slot slot) {
    const Clause* read = find_clause(routine_.reads, slot);
    if (launched_ != Region::interior || read == nullptr || !fitting_) return;
    if (const auto missing = missing_depth(decomposition_, *read->extent))
      add(missing->is_needed, read,
          fmt::format("declares that it reads {} {}, {}", variables_.text(slot), read->extent->text(), missing->text),
          missing->fix);
  }

  void tell_undeclared(Slot slot, const SeenAccess& access, Region needed) {
    const long layer = *std::ranges::max_element(access.layer);
    const bool in_some_layers = layer > 0;
    add(access.read.always, find_clause(routine_.reads, slot),
        fmt::format("{} for each point (i,j,k) {}({}); the read point can lie in {}, but the routine declares {}",
                    read_text(variables_, slot, access.read),
                    in_some_layers ? fmt::format("in layer {} of what it writes ", layer) : "that it writes ",
                    to_string(launched_), to_string(access.touched.regions - declared(slot)), declared_text(slot)),
        "declare " + clause_for(slot, declared(slot) | needed));
  }

  std::string declared_text(Slot slot) const {
    return any(declared(slot)) ? "to read only " + to_string(declared(slot)) : "no read of this variable";
  }

  /// Finds clauses that the body does not use. The body must have no branches, and `reach` and `touched` must come from
  /// a grid on which every region exists.
  void check_use(const KernelReach& reach, std::size_t f, TouchedRegions& touched) {
    const Slot slot = kernel_.fields()[f];
    const Clause* read = find_clause(routine_.reads, slot);
    const Clause* write = find_clause(routine_.writes, slot);
    if (write != nullptr && !is_written(reach, f))
      add(true, write,
          fmt::format("declares that it writes {}, but its body assigns no value to it", variables_.text(slot)),
          "assign a value, or remove the clause");
    if (read == nullptr || !shows_all(reach, f)) return;
    Region needed = Region::none;
    const std::vector<SeenAccess> all = accesses(reach, f, touched);
    for (const SeenAccess& access : all) needed |= access.touched.regions;
    if (all.empty())
      return add(false, read,
                 fmt::format("declares that it reads {}, but its body does not use it", variables_.text(slot)),
                 "remove the clause; this saves copies and syncs");
    const bool is_wide = fitting_ && fitting_ != read->extent && mee(*fitting_, *read->extent) == *read->extent;
    const bool has_spare_region = any(declared(slot) - needed) && routine_.stage < 0;
    if (!is_wide && !has_spare_region) return;
    const std::string extents[] = {is_wide ? " " + read->extent->text() : "", is_wide ? fitting_->text() : ""};
    const std::string regions[] = {has_spare_region ? " (" + to_string(declared(slot)) + ")" : "",
                                   has_spare_region ? to_string(needed) : ""};
    add(false, read,
        fmt::format("declares that it reads {}{}{}, but uses only {}{}{}", variables_.text(slot), extents[0],
                    regions[0], extents[1], is_wide && has_spare_region ? " and " : "", regions[1]),
        fmt::format("declare {}; this saves copies", clause_for(slot, needed & declared(slot))));
  }

  const Variables& variables_;
  const Routine& routine_;
  const BoundKernel& kernel_;
  const Decomposition& decomposition_;
  const Domain& domain_;
  std::vector<Finding>& findings_;
  std::optional<Owners> owners_; ///< once they are needed
  Region launched_ = Region::none;
  std::optional<Extent> fitting_; ///< of the field that is checked now; empty: its clause has no extent
};

} // namespace

std::vector<Finding> check_reach(const Variables& variables, const std::vector<Routine>& routines,
                                 const Decomposition& decomposition,
                                 const std::function<const BoundKernel*(const Routine&)>& kernel_of) {
  std::vector<Finding> findings;
  for (const Routine& routine : routines) {
    if (routine.stencil != nullptr) {
      const std::vector<Finding> more = check_stages(variables, routines, routine, decomposition, kernel_of);
      findings.insert(findings.end(), more.begin(), more.end());
    }
    const BoundKernel* kernel = kernel_of(routine);
    if (kernel == nullptr || kernel->kernel().blocks != nullptr) continue;
    KernelCheck check(variables, routine, *kernel, decomposition, findings);
    check.check_writes();
    if (!is_of_interior_stage(routines, routine)) check.run();
  }
  return findings;
}

} // namespace nopal
