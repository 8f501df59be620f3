#include "queues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace nopal::cuda {

namespace {

CUdeviceptr address(void* memory) { return reinterpret_cast<CUdeviceptr>(memory); }

std::string shape_text(const LaunchShape& shape) {
  return fmt::format("{} x {} x {} blocks of {} x {} x {} threads", shape.groups[0], shape.groups[1], shape.groups[2],
                     shape.local[0], shape.local[1], shape.local[2]);
}

} // namespace

CudaQueues::CudaQueues(const Driver& driver, const Nvrtc& nvrtc, const FoundDevice& device,
                       const DeviceOptions& options)
    : driver_(driver), nvrtc_(nvrtc), device_(device), contract_(options.contract),
      target_(choose_target(nvrtc.architectures, device.architecture, nvrtc.version)), cache_(options.cache_folder) {
  driver_.check(driver_.cuDevicePrimaryCtxRetain(&context_, device_.id), "open " + device_.description.name);
  const CurrentContext current(driver_, context_);
  for (CUstream& stream : streams_) {
    check(driver_.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "make a stream");
  }
  if (options.timed && driver_.elapsed != nullptr) times_ = std::make_unique<CommandTimes>(driver_);
  check(driver_.cuMemGetInfo(&device_.description.memory_free, &device_.description.memory_total),
        "tell how much memory is free");
}

CudaQueues::~CudaQueues() {
  // Nothing can be reported from here; finish() is where faults come up.
  driver_.cuCtxPushCurrent(context_);
  times_.reset();
  for (CUstream stream : streams_) driver_.cuStreamDestroy(stream);
  for (CUevent event : events_->idle) driver_.cuEventDestroy(event);
  for (const Function& function : functions_) driver_.cuModuleUnload(function.module);
  CUcontext popped = nullptr;
  driver_.cuCtxPopCurrent(&popped);
  driver_.cuDevicePrimaryCtxRelease(device_.id);
}

void CudaQueues::check(CUresult code, const std::string& what) const {
  if (code == CUDA_SUCCESS) return;
  std::string last = "no kernel had been launched";
  if (last_function_ >= 0) {
    last = fmt::format("the last kernel launched was {}, over {}", functions_[last_function_].label,
                       shape_text(last_shape_));
  }
  throw Error(
      fmt::format("CUDA cannot {} on {}: {}; {}", what, device_.description.name, driver_.error_name(code), last));
}

void* CudaQueues::allocate(std::size_t bytes, const std::string& what) {
  const CurrentContext current(driver_, context_);
  CUdeviceptr memory = 0;
  const CUresult code = driver_.cuMemAlloc(&memory, bytes);
  if (code == CUDA_ERROR_OUT_OF_MEMORY) {
    std::size_t free = 0;
    std::size_t total = 0;
    driver_.cuMemGetInfo(&free, &total);
    throw Error(fmt::format("out of memory on the CUDA device {}: {} bytes were asked for, for {}; {} of {} bytes are "
                            "free, and this process asked for {} before. Use a smaller grid, more processes on more "
                            "devices, or accelerator.device: none",
                            device_.description.name, bytes, what, free, total, allocated_));
  }
  check(code, fmt::format("allocate {} bytes for {}", bytes, what));
  allocated_ += bytes;
  return std::bit_cast<void*>(memory);
}

void CudaQueues::release(void* memory) noexcept {
  driver_.cuCtxPushCurrent(context_);
  driver_.cuCtxSynchronize();
  driver_.cuMemFree(address(memory));
  CUcontext popped = nullptr;
  driver_.cuCtxPopCurrent(&popped);
}

void CudaQueues::wait_in(Queue queue, std::span<const QueueEvent> after) {
  for (const QueueEvent& event : after) {
    check(driver_.cuStreamWaitEvent(stream(queue), static_cast<CUevent>(event.get()), 0), "order two streams");
  }
}

QueueEvent CudaQueues::record(Queue queue) {
  CUevent event = nullptr;
  if (events_->idle.empty()) {
    check(driver_.cuEventCreate(&event, times_ ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING), "make an event");
  } else {
    event = events_->idle.back();
    events_->idle.pop_back();
  }
  // A stream that was told to wait for the event waits for what it stood for then, so it may be used again.
  QueueEvent owned(event, [pool = events_](void* e) { pool->idle.push_back(static_cast<CUevent>(e)); });
  check(driver_.cuEventRecord(event, stream(queue)), "record an event");
  return owned;
}

QueueEvent CudaQueues::begin(Queue queue) { return times_ && mark_ != 0 ? record(queue) : nullptr; }

QueueEvent CudaQueues::end(Queue queue, const QueueEvent& begun) {
  QueueEvent ended = record(queue);
  if (begun) times_->add(mark_, queue, begun, ended);
  return ended;
}

void CudaQueues::timed_commands(std::vector<TimedCommand>& done) {
  if (!times_) return;
  const CurrentContext current(driver_, context_);
  times_->tell(done);
}

QueueEvent CudaQueues::write(void* memory, std::size_t offset, const std::byte* host, std::size_t bytes,
                             std::span<const QueueEvent> after) {
  const CurrentContext current(driver_, context_);
  wait_in(Queue::to_device, after);
  const QueueEvent begun = begin(Queue::to_device);
  check(driver_.cuMemcpyHtoDAsync(address(memory) + offset, host, bytes, stream(Queue::to_device)),
        fmt::format("copy {} bytes to the device", bytes));
  return end(Queue::to_device, begun);
}

QueueEvent CudaQueues::read(void* memory, std::size_t offset, std::byte* host, std::size_t bytes,
                            std::span<const QueueEvent> after) {
  const CurrentContext current(driver_, context_);
  wait_in(Queue::to_host, after);
  const QueueEvent begun = begin(Queue::to_host);
  check(driver_.cuMemcpyDtoHAsync(host, address(memory) + offset, bytes, stream(Queue::to_host)),
        fmt::format("copy {} bytes to the host", bytes));
  return end(Queue::to_host, begun);
}

QueueEvent CudaQueues::marker(Queue queue, std::span<const QueueEvent> after) {
  const CurrentContext current(driver_, context_);
  wait_in(queue, after);
  return record(queue);
}

int CudaQueues::compile(const FunctionSource& source, const std::function<void(int)>& warm_up) {
  const CurrentContext current(driver_, context_);
  functions_.push_back(load_function(driver_, nvrtc_, cache_, source, target_, contract_));
  const int index = static_cast<int>(functions_.size()) - 1;
  warm_up(index);
  return index;
}

QueueEvent CudaQueues::launch(int function, const LaunchShape& shape, std::span<const LaunchArgument> arguments,
                              std::span<const QueueEvent> after) {
  const CurrentContext current(driver_, context_);
  wait_in(Queue::kernels, after);
  std::vector<void*> values;
  // The API takes pointers to non-const and only reads.
  for (const LaunchArgument& argument : arguments) values.push_back(const_cast<void*>(argument.value));
  const auto u = [](std::size_t n) { return static_cast<unsigned>(n); };
  last_function_ = function;
  last_shape_ = shape;
  const QueueEvent begun = begin(Queue::kernels);
  check(driver_.cuLaunchKernel(functions_[function].entry, u(shape.groups[0]), u(shape.groups[1]), u(shape.groups[2]),
                               u(shape.local[0]), u(shape.local[1]), u(shape.local[2]), 0, stream(Queue::kernels),
                               values.data(), nullptr),
        "launch " + functions_[function].label);
  return end(Queue::kernels, begun);
}

void CudaQueues::wait(const QueueEvent& event) {
  if (!event) return;
  const CurrentContext current(driver_, context_);
  check(driver_.cuEventSynchronize(static_cast<CUevent>(event.get())), "finish a command");
}

void CudaQueues::finish() {
  const CurrentContext current(driver_, context_);
  check(driver_.cuCtxSynchronize(), "finish its commands");
}

std::byte* CudaQueues::allocate_staging(std::size_t bytes) {
  const CurrentContext current(driver_, context_);
  void* memory = nullptr;
  check(driver_.cuMemHostAlloc(&memory, std::max<std::size_t>(bytes, 1), CU_MEMHOSTALLOC_PORTABLE),
        fmt::format("allocate {} bytes of page-locked memory on the host", bytes));
  return static_cast<std::byte*>(memory);
}

void CudaQueues::free_staging(std::byte* memory) {
  const CurrentContext current(driver_, context_);
  check(driver_.cuMemFreeHost(memory), "free page-locked memory");
}

} // namespace nopal::cuda
