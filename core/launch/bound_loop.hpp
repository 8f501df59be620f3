#pragma once
// A loop over a set, bound to the variables, parameters and mesh of a run.

#include "core/host/host_backend.hpp"
#include "core/kernels/loop.hpp"
#include "core/launch/bound_kernel.hpp"
#include "core/launch/device_loop.hpp"
#include "core/launch/launch_numbers.hpp"
#include "core/launch/loop_shares.hpp"
#include "core/launch/loop_total.hpp"
#include "core/parameters/parameters.hpp"
#include "core/schedule/set_loop.hpp"
#include "core/sets/run_mesh.hpp"
#include "core/spaces/host_memory.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace nopal {

/// The shares of the loops of a run. Loops over one set that add through the same maps have the same shares.
class LoopShareCache {
public:
  /// Returns the shares for so many threads. `alone`: the loop must be computed by one thread. `maps`: see
  /// LoopShares::by_targets.
  const LoopShares& find(const RunMesh& mesh, const SetLoop& loop, const std::vector<int>& maps, bool alone,
                         int n_threads, LoopPart run = LoopPart::all);

private:
  struct Key {
    int set;
    std::vector<int> maps, added;
    int n_threads; ///< 0: in order
    LoopPart run;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, LoopShares> shares_;
};

class BoundLoop {
public:
  /// Finds the slot, the parameter or the map of each argument. Throws Error if the library was built from another
  /// declaration than the one loaded. `mesh` and `shares` must outlive this object.
  BoundLoop(const LoopKernel& kernel, std::shared_ptr<const SetLoop> loop, const Variables& variables,
            const Parameters& parameters, const RunMesh& mesh, LoopShareCache& shares);

  /// Reads the parameters' values again, after steering.
  void refresh_parameters(const Parameters& parameters) { numbers_.refresh(parameters); }
  /// Whether the loop can run in two parts, of which the first needs no ghosts. The process must have core elements of
  /// the set. On the host, a loop that adds through maps must not change its own elements or totals, because elements
  /// between both parts are executed twice.
  bool can_be_split(bool on_device) const;
  /// Executes the elements of this process: the owned ones and, if the loop adds to other elements, the execute halo.
  /// Takes the values of scalars from `memory`. If `backend` is null, the calling thread computes all elements. The
  /// result has the same bits for any number of threads and processes. `part`: two calls, with `core` and then with
  /// `rest`, do what one call with `all` does; see can_be_split().
  void run_on_host(HostMemory& memory, const KernelClock& clock, HostVersion version, HostBackend* backend,
                   LoopPart part = LoopPart::all);
  /// Makes the loop ready for a device. Announces to the store what it needs there, in all of these ways. Throws Error
  /// if the library was built from another declaration, so that it has no version for devices.
  void prepare(LoopStore& store, const LoopWays& ways);
  /// After prepare() and LoopStore::create(): compiles the kernels of the loop.
  void load(Device& device) { on_device_->load(device); }
  /// As run_on_host() on a device, after load(). With LoopWay::gather the result has the same bits. totals() follow
  /// from reduce_totals().
  void run_on_device(Device& device, HostMemory& memory, const KernelClock& clock, LoopPart part = LoopPart::all);
  /// Reduces on the device what the elements have given to the scalars. Copies reduced_bytes for each. Blocks.
  void reduce_totals(Device& device);
  /// What the owned elements of this process have given to the scalars in the last run, of all parts.
  const std::vector<LoopTotal>& totals() const { return totals_; }
  const LoopKernel& kernel() const { return *kernel_; }

private:
  void bind(const LoopArgument& argument, const Variables& variables, const Parameters& parameters);
  /// What one thread works with.
  struct Member {
    std::vector<LoopTotal> totals;
    std::vector<std::byte> values; ///< what some elements give to the totals
    std::vector<void*> places;     ///< by total: where its values begin
  };
  /// Gets the memory for so many threads, unless it is there, and returns their shares.
  const LoopShares& set_members(int n, LoopPart part);
  void make_members(int n);
  void run_share(const HostLoop& launch, HostLoopKernel run, std::span<const LoopSegment> share, Member& member) const;

  /// Whether several threads would count an element twice that they both execute.
  bool must_run_alone() const;

  const LoopKernel* kernel_;
  std::shared_ptr<const SetLoop> loop_;
  const RunMesh* mesh_;
  const LocalSet* set_;
  LoopShareCache* cache_;
  std::vector<Member> members_;
  std::array<const LoopShares*, 3> shares_{}; ///< by LoopPart, for so many threads; null: not needed yet
  std::vector<int> map_numbers_;              ///< in the topology
  std::vector<HostMap> maps_;
  std::vector<Slot> dats_;
  std::vector<HostDat> host_dats_;
  LaunchNumbers numbers_;
  std::vector<LoopTotal> totals_;
  std::optional<DeviceLoop> on_device_;
};

} // namespace nopal
