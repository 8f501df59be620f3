#pragma once
// A routine with its clauses resolved: what the Accelerator and the driver work with.

#include "core/base/location.hpp"
#include "core/grid/region.hpp"
#include "core/reductions/moments.hpp"
#include "core/variables/slot.hpp"

#include <string>
#include <vector>

namespace nopal {

enum class Access { read, write, readwrite, increment };

/// One resolved clause: a slot, where, and how.
struct Clause {
  Slot slot;
  Region region = Region::none;
  Location where;       ///< of the clause in the thorn's yaml, or of the parameter's value
  bool reduced = false; ///< a read of reductions alone: they are computed where the points are valid

  bool operator==(const Clause&) const = default;
};

/// Something scheduled. Constant after the schedule is built, but for clauses that follow a steered parameter.
struct Routine {
  int id = -1; ///< position in Schedule::routines()
  std::string thorn;
  std::string name;           ///< unique within the thorn
  std::string target;         ///< kernel or function
  std::string bin;            ///< empty where functions launch it
  std::vector<int> launchers; ///< routines that launch this kernel; the schedule then does not call it
  bool is_kernel = false;
  bool device = false; ///< declared `device: true`, or launched by one that is
  bool only_timelevel_0 =
      true;                  ///< clauses without a timelevel mean timelevel 0 (false: widened, see DESIGN.md section 6)
  std::vector<Clause> reads; ///< what is reduced included; no slot twice but for one that is read and reduced
  std::vector<Clause> writes;
  bool reads_state = false;  ///< what is valid, anywhere, of the owned points of all slots of the state (is_state())
  bool writes_state = false; ///< may write any of these slots; says which by notify_data_modified
  MomentsWanted reduces{true, true, true, true}; ///< what the reductions of `reads` are made of
  std::vector<int> sync;                         ///< variables whose timelevel 0 is synchronised after the routine
  std::vector<int> storage;                      ///< variables whose storage lasts for the call only
  std::vector<std::string> uses;                 ///< full names of parameters
  Location where;

  std::string full_name() const { return thorn + "::" + name; }
  /// Whether the Accelerator or the driver carries it out itself (init, copyback).
  bool is_built_in() const { return thorn == "accelerator" || thorn == "driver"; }
};

} // namespace nopal
