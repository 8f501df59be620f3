#include "core/launch/device_loop.hpp"

#include "core/base/assert.hpp"
#include "core/launch/device_trial.hpp"
#include "core/launch/staged_loop.hpp"

namespace nopal {

namespace {

/// The ways of one loop.
std::vector<LoopWay> ways_of(const LoopOnDevice& loop, const LoopWays& ways) {
  if (added_dats(loop).empty()) return {LoopWay::gather};
  std::vector<LoopWay> found = ways.ways;
  if (found.size() > 1 && !staged_fits(staged_dats(loop), ways.limits)) std::erase(found, LoopWay::staged);
  return found;
}

} // namespace

DeviceLoop::DeviceLoop(const LoopOnDevice& loop, const LoopWays& ways, LoopStore& store)
    : ways_(ways_of(loop, ways)), owned_(loop.set().owned), trial_(static_cast<int>(ways_.size())) {
  for (const LoopWay way : ways_) in_way_.push_back(make_loop(way, loop, ways.limits, store));
  if (ways.found)
    found_ = [name = std::string(loop.kernel.thorn) + "::" + loop.kernel.name,
              found = ways.found](std::span<const LoopWay> tried, const Trial& trial) { found(name, tried, trial); };
}

void DeviceLoop::load(Device& device) {
  for (const auto& loop : in_way_) loop->load(device);
}

void DeviceLoop::launch(Device& device, const LoopNumbers& numbers, LoopPart part) {
  const auto run = [&](int way) {
    last_ = static_cast<std::size_t>(way);
    in_way_[last_]->launch(device, numbers, part);
  };
  if (trial_.is_over()) return run(trial_.next());
  NOPAL_ASSERT(part == LoopPart::all);
  measure(trial_, device, run);
  if (trial_.is_over() && found_) found_(ways_, trial_);
}

void DeviceLoop::reduce(Device& device, std::span<LoopTotal> totals) const {
  const std::vector<Slot>& given = in_way_[last_]->totals();
  NOPAL_ASSERT(totals.size() == given.size());
  for (std::size_t t = 0; t < totals.size(); ++t)
    totals[t].add(device.reduce({given[t], {{0, 0, 0}, {owned_, 1, 1}}},
                                totals[t].is_integer ? Type::integer : Type::real, totals[t].moments_wanted()));
}

} // namespace nopal
