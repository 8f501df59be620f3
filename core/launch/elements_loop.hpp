#pragma once
// A loop over a set on a device: one launch over all elements, which add to their targets with atomics, or store what
// they add for launches that gather it.

#include "core/launch/loop_in_way.hpp"

#include <array>
#include <vector>

namespace nopal {

/// Returns the points of the elements' launch (LoopKernel::device): rows of elements_in_row elements, of which the
/// first and the last may be shorter.
std::vector<LaunchBox> element_rows(const LoopElements& elements);

/// LoopWay::gather: first all elements are computed, and store what they add to others. Then each target adds this up
/// in the set's order. So the bits are those of the host. LoopWay::atomics: there is no second step.
class ElementsLoop final : public LoopInWay {
public:
  /// Announces to the store what the loop needs in this way.
  ElementsLoop(LoopWay way, const LoopOnDevice& loop, LoopStore& store);

  void load(Device& device) override;
  void launch(Device& device, const LoopNumbers& numbers, LoopPart part) const override;

private:
  /// An addition to the targets of one dat.
  struct Gather {
    int components = 0;
    std::vector<Slot> fields; ///< of gather_kernel()
    LaunchBox points{};
  };

  const Kernel* kernel_;
  std::array<std::vector<LaunchBox>, 3> elements_; ///< by LoopPart
  std::vector<Slot> fields_;                       ///< of kernel_
  std::vector<Gather> gathers_;
  int handle_ = -1, gather_handle_ = -1;
};

} // namespace nopal
