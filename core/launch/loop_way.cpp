#include "core/launch/loop_way.hpp"

namespace nopal {

std::string to_string(LoopWay way) {
  return way == LoopWay::gather ? "gather" : way == LoopWay::atomics ? "atomics" : "staged";
}

std::optional<LoopWay> loop_way(const std::string& word) {
  for (const LoopWay way : {LoopWay::gather, LoopWay::atomics, LoopWay::staged})
    if (word == to_string(way)) return way;
  return std::nullopt;
}

} // namespace nopal
