#pragma once
// The stencils of a run: where they run, their tiles and their memory.

#include "core/launch/stencil_device.hpp"
#include "core/launch/stencil_host.hpp"
#include "driver/setup/description.hpp"
#include "driver/setup/libraries.hpp"
#include "driver/setup/stencil_ways.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace nopal {

/// Adds an error if driver.tile does not fit the number of axes.
void check_tile(const Parameters& parameters, int dimension, ErrorList& errors);

/// Reads driver.tile. `threads` share the tiles. The cache is the second-level cache of a core, which tiles should fit
/// into.
TileWish tile_wish(const Parameters& parameters, int threads);

/// The temporaries of a stencil on the host.
struct StencilMemory {
  std::string name;
  std::size_t bytes = 0; ///< for each thread
  int threads = 1;
};

class Stencils {
public:
  /// `kernel_of`: the bound kernel of a routine. `threads`: members of the host backend. All arguments must outlive
  /// this object.
  Stencils(const Description& description, const Libraries& libraries, const Decomposition& decomposition, int rank,
           const std::function<BoundKernel&(int)>& kernel_of, int threads);

  /// Makes the stencils ready that the run may call on the device: chooses how they run and compiles what they need.
  /// Throws Error if the grid stores too few points around the interior for one of them. `device` must outlive this
  /// object.
  void load(Device& device, const StencilWays& ways);

  /// Return the stencil of a routine.
  HostStencil& on_host(const Routine& routine) { return all_.at(routine.id).host; }
  /// Returns whether the trials on the host are over for all stencils among these routines. During a trial some calls
  /// are slow.
  bool is_settled(std::span<const Routine* const> routines);
  /// Call this after load(). A stencil that only steering makes callable is made ready now. Throws Error as load()
  /// does.
  DeviceStencil& on_device(const Routine& routine);

  /// Call this after parameters were steered: places the splitters.
  void refresh(const Parameters& parameters);
  /// Returns lines for the log: how each stencil that the run may call runs on the host. `with_device`: the run has a
  /// device.
  std::vector<std::string> host_texts(bool with_device) const;
  /// Returns lines for the log: how each stencil runs on the device. Call this after load().
  std::vector<std::string> device_texts() const;
  /// Returns the memory of these stencils.
  std::vector<StencilMemory> memory(bool with_device) const;

private:
  struct Bound {
    const Routine* routine;
    HostStencil host;
    DeviceStencil device;
    const StencilKernel* source; ///< the common source of the stages; null: there is none
    bool callable;               ///< the run may call it, unless it is steered
    bool ready = false;          ///< on the device
  };
  void check_storage(const Bound& bound, ErrorList& errors) const;
  void make_ready(Bound& bound);
  template <class Visit> void each_on_host(bool with_device, const Visit& visit) const;

  const Decomposition& decomposition_;
  const Domain& domain_;
  int rank_;
  int threads_;
  Device* device_ = nullptr; ///< that of load()
  StencilWays ways_;
  std::map<int, Bound> all_; ///< by routine
};

} // namespace nopal
