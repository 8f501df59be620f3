#include "core/trace/device_times.hpp"

#include "core/trace/intervals.hpp"

namespace nopal {

DeviceTimes device_times(const std::vector<TimedCommand>& commands) {
  std::vector<Interval> copies, kernels;
  DeviceTimes times;
  for (const TimedCommand& command : commands) {
    const bool kernel = command.kind == CommandKind::kernel;
    (kernel ? kernels : copies).push_back({command.begin, command.end});
    (kernel ? times.kernels : times.copies) += command.end - command.begin;
  }
  times.hidden = total_covered(copies, united(std::move(kernels)));
  return times;
}

void add(DeviceTimes& sum, const DeviceTimes& more) {
  sum.copies += more.copies;
  sum.kernels += more.kernels;
  sum.hidden += more.hidden;
}

} // namespace nopal
