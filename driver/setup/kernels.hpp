#pragma once
// The kernels of all active thorns, bound to the parameters, variables and grid of this run.

#include "core/launch/bound_kernel.hpp"
#include "core/launch/bound_loop.hpp"
#include "driver/setup/description.hpp"
#include "driver/setup/libraries.hpp"
#include "driver/setup/stencils.hpp"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

class Kernels {
public:
  /// Adds an error for each library that does not fit its declaration.
  Kernels(const Libraries& libraries, const Description& description, const Decomposition& decomposition, int rank,
          ErrorList& errors);

  /// Returns the kernel of a routine, which must be a kernel.
  BoundKernel& of(const Routine& routine) { return *by_routine_[static_cast<std::size_t>(routine.id)]; }
  /// Binds the loops over sets to the mesh. Call this when the mesh is known. The arguments must outlive this object.
  void bind_loops(const Description& description, const Libraries& libraries, const RunMesh& mesh);
  /// Finds out what the loops need on the device of the run. Call this after bind_loops(), before loop_bytes() and
  /// load_loops(). The arguments are those of bind_loops().
  void prepare_loops(const Description& description, const RunMesh& mesh, const LoopWays& ways);
  /// Returns the loop of a routine, which must be a loop, after bind_loops().
  BoundLoop& loop(const Routine& routine) { return loops_.at(routine.id); }
  /// Returns the memory that loops need on a device beside dats, in bytes, with that of reductions.
  std::size_t loop_bytes(bool gpu) const;
  /// Returns a line for each loop that runs on the host although its item says `device: true`.
  static std::vector<std::string> loops_on_host(const std::vector<Routine>& routines);
  /// Finds the routine of a kernel by the name of its schedule item; null if the thorn declares no such kernel.
  const Routine* declared(const std::string& thorn, std::string_view name) const;
  /// Returns the names of all kernels that the thorn declares.
  std::vector<std::string> names(const std::string& thorn) const;

  /// Returns the boxes that a kernel is launched over: those of the region that it writes, or those that a block kernel
  /// declares.
  std::span<const LaunchBox> boxes(const Routine& routine);
  /// Makes the stencils ready. Call this when the extents of all stages are known. `threads`: members of the host
  /// backend. The arguments must outlive this object.
  void bind_stencils(const Description& description, const Libraries& libraries, const Decomposition& decomposition,
                     int rank, int threads);
  /// Returns the stencils, after bind_stencils().
  Stencils& stencils() { return *stencils_; }
  /// Compiles the kernels of all routines that run on the device, and chooses how stencils run there.
  void load(Device& device, const std::vector<Routine>& routines, const StencilWays& ways);
  /// The same for loops over sets. Makes tables and memory for them on the device. Data must not stream through it.
  void load_loops(Device& device, const std::vector<Routine>& routines);
  /// Call this after parameters were steered: takes their new values.
  void refresh(const Parameters& parameters);

private:
  std::map<std::string, BoundKernel, std::less<>> kernels_; ///< by full name
  std::map<std::string, const Routine*, std::less<>> declared_;
  std::vector<BoundKernel*> by_routine_;
  std::array<std::vector<LaunchBox>, 8> boxes_; ///< by region
  std::optional<Stencils> stencils_;
  LoopShareCache loop_shares_;
  std::optional<LoopStore> loop_store_; ///< after prepare_loops()
  std::int32_t most_reduced_ = 0;       ///< elements that a loop on a device reduces to a scalar
  std::map<int, BoundLoop> loops_;      ///< by id of the routine
};

} // namespace nopal
