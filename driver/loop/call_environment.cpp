#include "driver/loop/call_environment.hpp"

#include "core/trace/timeline.hpp"

namespace nopal {

void CallEnvironment::launch(BoundKernel& kernel, std::span<const LaunchBox> boxes, const KernelClock& clock,
                             Place place, std::string_view span_name) const {
  if (place != host_place) return kernel.run_on_device(*device, *memory, boxes, clock);
  const TimelineScope scope(span_name.empty() ? nullptr : timeline, SpanKind::kernel, span_name);
  kernel.run_on_host(*memory, boxes, clock, version, host);
}

} // namespace nopal
