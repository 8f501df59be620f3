#pragma once
// A loop over a set on a device: which launches and reductions it makes.

#include "core/device/device.hpp"
#include "core/kernels/loop.hpp"
#include "core/launch/loop_store.hpp"
#include "core/launch/loop_total.hpp"
#include "core/schedule/set_loop.hpp"
#include "core/sets/loop_elements.hpp"

#include <array>
#include <span>
#include <vector>

namespace nopal {

/// Returns the points of the elements' launch (LoopKernel::device): rows of elements_in_row elements, of which the
/// first and the last may be shorter.
std::vector<LaunchBox> element_rows(const LoopElements& elements);

/// First all elements are computed, and store what they add to others. Then each target adds this up in the set's
/// order. So the bits are those of the host.
class DeviceLoop {
public:
  /// `kernel` has a version for devices. `dats` and `maps`: the slots of its dats and the numbers of its maps, in
  /// order. Announces to the store what the loop needs; LoopStore::create() must be called before the first launch.
  DeviceLoop(const LoopKernel& kernel, const SetLoop& loop, std::span<const Slot> dats, std::span<const int> maps,
             const RunMesh& mesh, LoopStore& store);

  /// Compiles its kernels.
  void load(Device& device);
  /// Executes the elements of this process, or a part of them: first `core`, then `rest`. What elements add to others
  /// gets there after the last element.
  void launch(Device& device, std::span<const double> reals, std::span<const std::int64_t> integers,
              const KernelClock& clock, LoopPart part = LoopPart::all) const;
  /// Adds to the totals what the owned elements gave in the last launch. The totals are in the order of the arguments.
  void reduce(Device& device, std::span<LoopTotal> totals) const;

private:
  /// An addition to the targets of one dat.
  struct Gather {
    Slot dat;
    int components = 0;
    std::vector<AddedTargets> added{};
    std::vector<Slot> fields{}; ///< of gather_kernel()
    LaunchBox points{};
  };
  void find_gathers(std::span<const Slot> dats, std::span<const int> maps);

  const LoopKernel* kernel_;
  std::int32_t owned_;
  std::array<std::vector<LaunchBox>, 3> elements_; ///< by LoopPart
  std::vector<Slot> fields_;                       ///< of kernel_->device
  std::vector<Gather> gathers_;
  std::vector<Slot> totals_; ///< what elements give
  int handle_ = -1, gather_handle_ = -1;
};

} // namespace nopal
