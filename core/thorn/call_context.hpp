#pragma once
// The interface behind the thorn API. The caller of routines implements it.

#include "core/grid/layout.hpp"
#include "core/grid/point_set.hpp"
#include "core/grid/zones.hpp"
#include "core/thorn/services.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace nopal {

class Device;
class FieldWatch;
struct KernelClock;

/// One call of a function of a thorn. Thorns use it through Call and Part.
class CallContext {
public:
  virtual ~CallContext() = default;
  virtual const Routine& routine() const = 0;
  virtual Services& services() = 0;
  virtual const KernelClock& clock() const = 0;
  /// The slot's allocation on the host, for an access that was checked against the declaration.
  virtual std::byte* host_data(Slot slot) = 0;
  virtual const Layout& layout(int variable) const = 0;
  /// What sees the accesses of a view to the slot. Null: nothing does. It lives until the call ends.
  virtual const FieldWatch* watch(Slot /*slot*/, Access /*access*/) { return nullptr; }
  /// Collective. Returns for each slot its values at the grid points of the runs, one after another. Any process may
  /// own the points; the runs differ from process to process. All processes give the same slots, which the routine
  /// declares under reads: or interpolates:.
  virtual std::vector<std::vector<std::byte>> grid_values(std::span<const Slot> slots,
                                                          std::span<const PointRun> runs) = 0;
  /// Null if the routine runs on the host.
  virtual Device* device() = 0;
  /// Launches a kernel of the thorn over boxes, on the host or the device, where the routine runs. The kernel's own
  /// declaration names its fields.
  virtual void launch(std::string_view kernel, std::span<const LaunchBox> boxes) = 0;
  /// The boxes that the schedule launches the kernel over: those of `over:`, else of the region that it writes.
  virtual std::span<const LaunchBox> boxes(std::string_view kernel) = 0;
  virtual void (*provided(std::string_view name, std::string_view signature))() = 0;
};

} // namespace nopal
