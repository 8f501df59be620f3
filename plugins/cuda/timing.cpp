#include "timing.hpp"

namespace nopal::cuda {

namespace {

constexpr std::int64_t lasts = 1'000'000'000; // nanoseconds

CUevent native(const QueueEvent& event) { return static_cast<CUevent>(event.get()); }

std::int64_t nanoseconds(float milliseconds) {
  return static_cast<std::int64_t>(static_cast<double>(milliseconds) * 1e6);
}

} // namespace

CommandTimes::CommandTimes(const Driver& driver) : driver_(driver) {
  driver_.check(driver_.cuStreamCreate(&stream_, CU_STREAM_NON_BLOCKING), "make a stream for its clock");
  const CUresult code = look_at_clocks();
  if (code != CUDA_SUCCESS) driver_.cuStreamDestroy(stream_);
  driver_.check(code, "read its clock");
}

CommandTimes::~CommandTimes() {
  // The context is current. A failure cannot be reported here.
  under_way_.clear();
  reference_.reset();
  driver_.cuStreamDestroy(stream_);
}

CUresult CommandTimes::look_at_clocks() {
  CUevent event = nullptr;
  CUresult code = driver_.cuEventCreate(&event, CU_EVENT_DEFAULT);
  if (code != CUDA_SUCCESS) return code;
  QueueEvent owned(event, [&driver = driver_](void* e) { driver.cuEventDestroy(static_cast<CUevent>(e)); });
  const std::int64_t before = steady_nanoseconds();
  code = driver_.cuEventRecord(event, stream_);
  if (code == CUDA_SUCCESS) code = driver_.cuEventSynchronize(event);
  const std::int64_t after = steady_nanoseconds();
  if (code == CUDA_SUCCESS)
    reference_ = std::make_shared<Reference>(Reference{std::move(owned), before + (after - before) / 2});
  return code;
}

void CommandTimes::add(std::uint64_t mark, Queue queue, const QueueEvent& begin, const QueueEvent& end) {
  const CommandKind kind = queue == Queue::kernels     ? CommandKind::kernel
                           : queue == Queue::to_device ? CommandKind::to_device
                                                       : CommandKind::to_host;
  under_way_.push_back({mark, kind, begin, end, reference_});
  // This is for later commands; running commands keep their reference. The calls that wait report faults.
  if (steady_nanoseconds() - reference_->host > lasts) look_at_clocks();
}

bool CommandTimes::tell(const Timed& command, std::vector<TimedCommand>& done) const {
  const CUresult state = driver_.cuEventQuery(native(command.end));
  if (state == CUDA_ERROR_NOT_READY) return false;
  float start = 0;
  float took = 0;
  // The calls that wait report faults. A command without times keeps the times of its call.
  if (state != CUDA_SUCCESS ||
      driver_.elapsed(&start, native(command.reference->event), native(command.begin)) != CUDA_SUCCESS ||
      driver_.elapsed(&took, native(command.begin), native(command.end)) != CUDA_SUCCESS)
    return true;
  const std::int64_t begin = command.reference->host + nanoseconds(start);
  done.push_back({command.mark, command.kind, begin, begin + nanoseconds(took)});
  return true;
}

void CommandTimes::tell(std::vector<TimedCommand>& done) {
  std::erase_if(under_way_, [&](const Timed& command) { return tell(command, done); });
}

} // namespace nopal::cuda
