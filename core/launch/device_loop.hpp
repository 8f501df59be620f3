#pragma once
// A loop over a set on a device: in which way it runs, and the reductions of its totals.

#include "core/launch/loop_in_way.hpp"
#include "core/launch/loop_total.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace nopal {

/// Runs the loop in one way, or tries several on its first calls. Each call is a call of the run.
class DeviceLoop {
public:
  /// A loop that adds nothing through maps has one way, whatever `ways` says. Announces to the store what the loop
  /// needs in all of its ways; LoopStore::create() must be called before the first launch. If there are several ways,
  /// those that do not fit the device are left out. Throws Error as make_loop().
  DeviceLoop(const LoopOnDevice& loop, const LoopWays& ways, LoopStore& store);

  /// Compiles its kernels.
  void load(Device& device);
  /// Whether it can be launched in two parts. During a trial it cannot, because what happens between both parts would
  /// count.
  bool can_be_split() const { return trial_.is_over(); }
  /// As LoopInWay::launch(). Blocks during a trial.
  void launch(Device& device, const LoopNumbers& numbers, LoopPart part = LoopPart::all);
  /// Adds to the totals what the owned elements gave in the last launch. The totals are in the order of the arguments.
  void reduce(Device& device, std::span<LoopTotal> totals) const;

private:
  std::vector<LoopWay> ways_;
  std::vector<std::unique_ptr<LoopInWay>> in_way_; ///< by position in ways_
  std::int32_t owned_;
  Trial trial_;
  std::size_t last_ = 0; ///< the way of the last launch, by position
  std::function<void(std::span<const LoopWay>, const Trial&)> found_;
};

} // namespace nopal
