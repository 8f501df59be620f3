#pragma once
// The launches of a stencil that runs stage by stage: each stage over all its points before the next stage. This is
// what the results of a stencil mean. Devices run stencils in this way; temporaries then have storage of the grid's
// size there.

#include "core/grid/zones.hpp"
#include "core/schedule/stencil.hpp"

#include <span>
#include <string>
#include <vector>

namespace nopal {

/// One kernel of a stage, and the points that it computes on this rank.
struct StageLaunch {
  int stage = 0;
  int routine = -1;             ///< position of the kernel in Schedule::routines()
  std::vector<LaunchBox> boxes; ///< disjoint; empty: the kernel has no points here
};

/// Returns the launches in the order of execution. An interior stage computes the interior, extended by
/// Stencil::computed(). The kernels of a stage with intervals come in the stage's order along k. Stages that nothing
/// asks for are left out. `splitters` are the positions of all splitters, from "bottom" to "top". The rank holds whole
/// columns if the stencil is vertical.
std::vector<StageLaunch> stage_launches(const Stencil& stencil, const Decomposition& decomposition, int rank,
                                        std::span<const long> splitters);

/// Returns why the stencil `name` cannot run stage by stage on this grid: a stage computes points that no process
/// stores. The text names the stage and says what to do. Empty: it can run.
std::string stage_outside_storage(const Stencil& stencil, const Decomposition& decomposition, const std::string& name);

} // namespace nopal
