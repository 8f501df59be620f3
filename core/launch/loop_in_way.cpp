#include "core/launch/loop_in_way.hpp"

#include "core/launch/elements_loop.hpp"
#include "core/launch/staged_loop.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Whether the loop adds to the dat through a map.
bool adds(const LoopArgument& argument) {
  return argument.kind == ArgumentKind::dat && argument.map >= 0 && argument.access == Access::increment;
}

} // namespace

std::vector<AddedDat> added_dats(const LoopOnDevice& loop) {
  std::vector<AddedDat> found;
  for (std::size_t a = 0; a < loop.dats.size(); ++a) {
    const LoopArgument& argument = loop.kernel.arguments[a];
    if (!adds(argument)) continue;
    auto dat = std::ranges::find(found, loop.dats[a], &AddedDat::dat);
    if (dat == found.end()) dat = found.insert(found.end(), {.dat = loop.dats[a], .components = argument.components});
    const auto map = static_cast<std::size_t>(argument.map);
    const int first = std::max(argument.target, 0);
    dat->added.push_back({loop.maps[map], first, argument.target < 0 ? loop.kernel.maps[map].arity : first + 1});
  }
  return found;
}

std::vector<Slot> LoopInWay::first_fields(const LoopOnDevice& loop, LoopStore& store) {
  std::vector<Slot> fields;
  for (std::size_t a = 0; a < loop.dats.size(); ++a)
    if (!adds(loop.kernel.arguments[a])) fields.push_back(loop.dats[a]);
  for (std::size_t m = 0; m < loop.maps.size(); ++m) {
    if (loop.kernel.maps[m].arity == 0) fields.push_back(store.offsets(loop.maps[m]));
    fields.push_back(store.targets(loop.maps[m]));
  }
  return fields;
}

void LoopInWay::find_totals(const LoopOnDevice& loop, LoopStore& store, int number) {
  for (const LoopArgument& argument :
       std::span(loop.kernel.arguments, static_cast<std::size_t>(loop.kernel.n_arguments)))
    if (argument.kind == ArgumentKind::total) totals_.push_back(store.scratch(number++, loop.elements()));
}

std::unique_ptr<LoopInWay> make_loop(LoopWay way, const LoopOnDevice& loop, const BlockLimits& limits,
                                     LoopStore& store) {
  if (way == LoopWay::staged) return std::make_unique<StagedLoop>(loop, limits, store);
  return std::make_unique<ElementsLoop>(way, loop, store);
}

} // namespace nopal
