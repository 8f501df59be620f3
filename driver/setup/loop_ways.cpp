#include "driver/setup/loop_ways.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace nopal {

namespace {

constexpr const char* name = "accelerator::loops";

void log_choice(const std::string& loop, std::span<const LoopWay> tried, const Trial& trial) {
  std::string times;
  for (std::size_t way = 0; way < tried.size(); ++way)
    times += fmt::format("{}{:.3g} ms with {}",
                         way == 0                 ? ""
                         : way + 1 < tried.size() ? ", "
                                                  : " and ",
                         1e3 * trial.best(static_cast<int>(way)), to_string(tried[way]));
  spdlog::info("loop {} on the device: a call takes {}, so it now runs with {}", loop, times,
               to_string(tried[static_cast<std::size_t>(trial.next())]));
}

} // namespace

void check_loop_ways(const Parameters& parameters, ErrorList& errors) {
  const std::string& word = parameters.string(name);
  if (!parameters.boolean("accelerator::reproducible") || word == "auto" || word == to_string(LoopWay::gather)) return;
  errors.add(parameters.where(name), fmt::format("accelerator.loops: {} does not add in the order of global numbers, "
                                                 "but accelerator.reproducible is true: set "
                                                 "accelerator.reproducible: false, or accelerator.loops: gather",
                                                 word));
}

LoopWays loop_ways(const Parameters& parameters, const DeviceDescription& device) {
  LoopWays ways;
  ways.found = log_choice;
  ways.limits = device.limits;
  if (const auto way = loop_way(parameters.string(name))) {
    ways.ways = {*way};
    if (*way == LoopWay::atomics && !device.adds_reals)
      throw Error(
          parameters.where(name),
          fmt::format("accelerator.loops: atomics needs a device that adds to reals of 64 bits with atomics, but "
                      "{} cannot: set accelerator.loops: auto, or use another device",
                      device.name));
    return ways;
  }
  if (parameters.boolean("accelerator::reproducible")) return ways;
  if (device.adds_reals) ways.ways.push_back(LoopWay::atomics);
  ways.ways.push_back(LoopWay::staged);
  return ways;
}

} // namespace nopal
