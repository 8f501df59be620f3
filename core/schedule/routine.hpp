#pragma once
// A routine with its clauses resolved, as the Accelerator and the driver use it.

#include "core/base/location.hpp"
#include "core/grid/point_set.hpp"
#include "core/grid/region.hpp"
#include "core/parameters/value.hpp"
#include "core/reductions/moments.hpp"
#include "core/schedule/stencil.hpp"
#include "core/variables/access.hpp"
#include "core/variables/slot.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nopal {

struct SetLoop;

/// One resolved clause: a slot, its points, and how the routine uses it.
struct Clause {
  Slot slot;
  Region region = Region::none;
  Location where; ///< of the clause in the thorn's yaml, or of the parameter's value
  Access access = Access::read;
  MomentsWanted moments{true, true, true, true}; ///< of a reduction: what must be computed
  std::optional<Extent> extent{};                ///< of a read of a kernel, if it is declared
  /// Of a function on the host: it reads or writes these points of the region and no others. Null: all points. Until
  /// the grid is known, a write that will have points has an empty set.
  std::shared_ptr<const PointSet> points{};

  bool is_reduced() const { return access == Access::reduce; }
  bool is_interpolated() const { return access == Access::interpolate; }
  /// Whether the routine accesses the values themselves, in the memory where it runs.
  bool is_direct() const { return !is_reduced() && !is_interpolated(); }
  /// Whether it is a write that leaves other points of its region as they are. So the region must be valid before.
  bool keeps_others() const { return points != nullptr && access == Access::write; }
  bool operator==(const Clause&) const = default;
};

/// The regions of the slot that the clauses name.
inline Region regions_of(const std::vector<Clause>& clauses, Slot slot) {
  Region regions = Region::none;
  for (const Clause& clause : clauses)
    if (clause.slot == slot) regions |= clause.region;
  return regions;
}

/// A name that a kernel's text uses for a field, or a function for a variable, and the variable that it stands for in
/// this run.
struct Binding {
  std::string name;
  int variable = -1;
};

/// A kernel or function of the schedule. It stays the same after the schedule is built, except for clauses that follow
/// a steered parameter.
struct Routine {
  int id = -1; ///< position in Schedule::routines()
  std::string thorn;
  std::string name;           ///< unique within the thorn
  std::string target;         ///< kernel or function
  std::string compiled;       ///< of a kernel made from another item: the name of that item; empty: its own name
  std::string bin;            ///< empty: functions launch it
  std::vector<int> launchers; ///< routines that launch this kernel; the schedule then does not call it
  bool is_kernel = false;     ///< a kernel that runs over a grid, or over blocks
  bool device = false;        ///< it is declared `device: true`, or a function with `device: true` launches it
  std::vector<Clause> reads;  ///< access is read, reduce or interpolate; at most one of each for a slot
  std::vector<Clause> writes; ///< access is write
  /// read: the routine reads those owned points of each slot of the state (is_state()) that are valid somewhere.
  /// write: the routine may write any of these slots; it calls notify_data_modified for the slots that it has written.
  std::optional<Access> state;
  bool polls = false;            ///< a function that may be called less often than once an iteration; it has no clauses
  std::vector<std::string> uses; ///< full names of parameters
  std::map<std::string, Value> values; ///< parameters, by full name, that have values of their own in this routine
  std::vector<Binding> bindings;       ///< `bind:`; for a function also the aliases of its thorn
  int stage = -1; ///< of the kernel of a stage: position of the stage in the stencil launchers.front()
  /// Of a stencil; null for other routines. `reads` and `writes` are then what the Accelerator must know: the inputs on
  /// the regions that the accumulated extents touch, and the outputs. Temporaries are in neither list.
  std::shared_ptr<const Stencil> stencil;
  std::shared_ptr<const SetLoop> loop; ///< of a kernel that runs over a set (set_loop.hpp); null for other routines
  Location where;

  /// The clauses whose regions must be valid before the routine: its reads, and writes that keep other points.
  std::vector<Clause> required() const {
    std::vector<Clause> clauses = reads;
    for (const Clause& clause : writes)
      if (clause.keeps_others()) clauses.push_back(clause);
    return clauses;
  }
  std::string full_name() const { return thorn + "::" + name; }
  /// The full name by which the thorn's library has the kernel. Several routines may share a kernel.
  std::string kernel_name() const { return thorn + "::" + (compiled.empty() ? name : compiled); }
  /// Whether the Accelerator or the driver runs it itself (init, copyback).
  bool is_built_in() const { return thorn == "accelerator" || thorn == "driver"; }
  bool is_stencil() const { return stencil != nullptr; }
  /// Whether it is a function of the thorn's library.
  bool is_function() const { return !is_kernel && !is_stencil() && !is_loop() && !is_built_in(); }
  /// Whether it is a kernel that runs over a set.
  bool is_loop() const { return loop != nullptr; }
  /// Whether it is a kernel or runs kernels. Kernels get scalar variables by value.
  bool calls_kernels() const { return is_kernel || is_stencil() || is_loop(); }
};

} // namespace nopal
