#include "queues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace nopal::cuda {

namespace {

CUdeviceptr address(void* memory) { return reinterpret_cast<CUdeviceptr>(memory); }

/// Returns true if an earlier command may have caused the error. The context is then unusable.
bool comes_later(CUresult code) {
  switch (code) {
  case CUDA_ERROR_ECC_UNCORRECTABLE:
  case CUDA_ERROR_NVLINK_UNCORRECTABLE:
  case CUDA_ERROR_ILLEGAL_ADDRESS:
  case CUDA_ERROR_LAUNCH_TIMEOUT:
  case CUDA_ERROR_CONTEXT_IS_DESTROYED:
  case CUDA_ERROR_ASSERT:
  case CUDA_ERROR_HARDWARE_STACK_ERROR:
  case CUDA_ERROR_ILLEGAL_INSTRUCTION:
  case CUDA_ERROR_MISALIGNED_ADDRESS:
  case CUDA_ERROR_INVALID_ADDRESS_SPACE:
  case CUDA_ERROR_INVALID_PC:
  case CUDA_ERROR_LAUNCH_FAILED:
  case CUDA_ERROR_UNKNOWN:
    return true;
  default:
    return false;
  }
}

std::string model(const FoundDevice& device) {
  return fmt::format("{}, compute capability {}.{}", device.description.name, device.architecture / 10,
                     device.architecture % 10);
}

} // namespace

CudaQueues::CudaQueues(const Driver& driver, const Nvrtc& nvrtc, const FoundDevice& device,
                       const DeviceOptions& options)
    : driver_(driver), nvrtc_(nvrtc), device_(device), arithmetic_(options.arithmetic),
      target_(choose_target(nvrtc.architectures, device.architecture, nvrtc.version)),
      cache_(options.cache_folder, options.notice),
      faults_("CUDA", device.description.name, DeviceLanguage::cuda, options.synchronous) {
  driver_.check(driver_.cuDevicePrimaryCtxRetain(&context_, device_.id), "open " + device_.description.name);
  try {
    const Entry entry(*this);
    for (CUstream& stream : streams_) {
      check(driver_.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate", "make a stream");
    }
    if (options.timed && driver_.elapsed != nullptr) times_ = std::make_unique<CommandTimes>(driver_);
    check(driver_.cuMemGetInfo(&device_.description.memory_free, &device_.description.memory_total), "cuMemGetInfo",
          "tell how much memory is free");
  } catch (...) {
    close();
    throw;
  }
}

CudaQueues::~CudaQueues() {
  faults_.settled(); // gives its events back to the pool
  close();
}

// This reports no faults; finish() does. After a fault these calls return at once.
void CudaQueues::close() noexcept {
  {
    const CurrentContext current(driver_, context_);
    times_.reset();
    for (CUstream stream : streams_) {
      if (stream != nullptr) driver_.cuStreamDestroy(stream);
    }
    for (CUevent event : events_->idle) driver_.cuEventDestroy(event);
    for (const Function& function : functions_) driver_.cuModuleUnload(function.module);
  }
  driver_.cuDevicePrimaryCtxRelease(device_.id);
}

void CudaQueues::fail(CUresult code, const char* call, const std::string& what) {
  faults_.fail(what, call, driver_.error_name(code), comes_later(code) ? FaultOf::earlier : FaultOf::call);
}

void* CudaQueues::allocate(std::size_t bytes, const std::string& what) {
  const Entry entry(*this);
  CUdeviceptr memory = 0;
  const CUresult code = driver_.cuMemAlloc(&memory, bytes);
  if (code == CUDA_ERROR_OUT_OF_MEMORY) {
    Shortage shortage;
    shortage.device = "the CUDA device " + device_.description.name;
    shortage.asked = bytes;
    shortage.what = what;
    shortage.reason = "cuMemAlloc says " + driver_.error_name(code);
    shortage.tells_free = driver_.cuMemGetInfo(&shortage.free, &shortage.total) == CUDA_SUCCESS;
    shortage.held = held_bytes_;
    throw Error(shortage_text(shortage));
  }
  if (code != CUDA_SUCCESS) fail(code, "cuMemAlloc", fmt::format("allocate {} bytes for {}", bytes, what));
  auto* const address = std::bit_cast<void*>(memory);
  held_[address] = bytes;
  held_bytes_ += bytes;
  return address;
}

void CudaQueues::release(void* memory) noexcept {
  const CurrentContext current(driver_, context_);
  if (!faults_.broken()) driver_.cuCtxSynchronize();
  driver_.cuMemFree(address(memory));
  const auto found = held_.find(memory);
  if (found == held_.end()) return;
  held_bytes_ -= found->second;
  held_.erase(found);
}

void CudaQueues::wait_in(Queue queue, std::span<const QueueEvent> after) {
  for (const QueueEvent& event : after) {
    check(driver_.cuStreamWaitEvent(stream(queue), static_cast<CUevent>(event.get()), 0), "cuStreamWaitEvent",
          "order two streams");
  }
}

QueueEvent CudaQueues::record(Queue queue) {
  CUevent event = nullptr;
  if (events_->idle.empty()) {
    check(driver_.cuEventCreate(&event, times_ ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING), "cuEventCreate",
          "make an event");
  } else {
    event = events_->idle.back();
    events_->idle.pop_back();
  }
  // A stream that waits for an event waits for its state at that time, so the event may be recorded again.
  QueueEvent owned(event, [pool = events_](void* e) { pool->idle.push_back(static_cast<CUevent>(e)); });
  check(driver_.cuEventRecord(event, stream(queue)), "cuEventRecord", "record an event");
  return owned;
}

QueueEvent CudaQueues::begin(Queue queue) { return times_ && mark_ != 0 ? record(queue) : nullptr; }

QueueEvent CudaQueues::end(Queue queue, const QueueEvent& begun) {
  QueueEvent ended = record(queue);
  if (begun) times_->add(mark_, queue, begun, ended);
  return ended;
}

void CudaQueues::timed_commands(std::vector<TimedCommand>& done) {
  if (!times_ || faults_.broken()) return;
  const Entry entry(*this);
  times_->tell(done);
}

QueueEvent CudaQueues::write(void* memory, std::size_t offset, const std::byte* host, std::size_t bytes,
                             std::span<const QueueEvent> after) {
  const Entry entry(*this);
  wait_in(Queue::to_device, after);
  const QueueEvent begun = begin(Queue::to_device);
  const auto what = [bytes] { return fmt::format("copy {} bytes to the device", bytes); };
  const CUresult code = driver_.cuMemcpyHtoDAsync(address(memory) + offset, host, bytes, stream(Queue::to_device));
  if (code != CUDA_SUCCESS) fail(code, "cuMemcpyHtoDAsync", what());
  QueueEvent ended = end(Queue::to_device, begun);
  wait_for_command(ended, what);
  return ended;
}

QueueEvent CudaQueues::read(void* memory, std::size_t offset, std::byte* host, std::size_t bytes,
                            std::span<const QueueEvent> after) {
  const Entry entry(*this);
  wait_in(Queue::to_host, after);
  const QueueEvent begun = begin(Queue::to_host);
  const auto what = [bytes] { return fmt::format("copy {} bytes to the host", bytes); };
  const CUresult code = driver_.cuMemcpyDtoHAsync(host, address(memory) + offset, bytes, stream(Queue::to_host));
  if (code != CUDA_SUCCESS) fail(code, "cuMemcpyDtoHAsync", what());
  QueueEvent ended = end(Queue::to_host, begun);
  wait_for_command(ended, what);
  return ended;
}

QueueEvent CudaQueues::marker(Queue queue, std::span<const QueueEvent> after) {
  const Entry entry(*this);
  wait_in(queue, after);
  return record(queue);
}

int CudaQueues::compile(const FunctionSource& source, const std::function<void(int)>& warm_up) {
  const Entry entry(*this);
  // After this wait, a failure can only come from this function.
  check(driver_.cuCtxSynchronize(), "cuCtxSynchronize", "finish its commands");
  functions_.push_back(load_function(driver_, nvrtc_, cache_, source, target_, model(device_), arithmetic_));
  const int index = static_cast<int>(functions_.size()) - 1;
  warm_up(index);
  return index;
}

QueueEvent CudaQueues::launch(int function, const LaunchShape& shape, std::span<const LaunchArgument> arguments,
                              std::span<const QueueEvent> after) {
  const Entry entry(*this);
  wait_in(Queue::kernels, after);
  std::vector<void*> values;
  // The API only reads, but takes pointers to non-const.
  for (const LaunchArgument& argument : arguments) values.push_back(const_cast<void*>(argument.value));
  const auto u = [](std::size_t n) { return static_cast<unsigned>(n); };
  Function& called = functions_[function];
  const auto shared = static_cast<int>(shape.shared_bytes);
  if (shared > called.allowed_bytes) {
    check(driver_.cuFuncSetAttribute(called.entry, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared),
          "cuFuncSetAttribute",
          fmt::format("give each block of {} {} bytes of shared memory", called.label, shared).c_str());
    called.allowed_bytes = shared;
  }
  Launched& launched =
      faults_.launching({called.label, shape, static_cast<std::size_t>(called.shared_bytes + shared), nullptr},
                        [this](const Launched& launch) { return ended(launch); });
  const QueueEvent begun = begin(Queue::kernels);
  const CUresult code = driver_.cuLaunchKernel(called.entry, u(shape.groups[0]), u(shape.groups[1]), u(shape.groups[2]),
                                               u(shape.local[0]), u(shape.local[1]), u(shape.local[2]),
                                               u(shape.shared_bytes), stream(Queue::kernels), values.data(), nullptr);
  if (code != CUDA_SUCCESS) {
    const std::string text = faults_.text(launched);
    faults_.not_launched();
    fail(code, "cuLaunchKernel", "launch " + text);
  }
  QueueEvent event = end(Queue::kernels, begun);
  launched.event = event;
  wait_for_command(event, [&] { return "run " + faults_.text(launched); });
  if (faults_.synchronous()) faults_.settled();
  return event;
}

bool CudaQueues::ended(const Launched& launch) const {
  return driver_.cuEventQuery(static_cast<CUevent>(launch.event.get())) == CUDA_SUCCESS;
}

void CudaQueues::wait_for_command(const QueueEvent& event, const std::function<std::string()>& what) {
  if (!faults_.synchronous()) return;
  const CUresult code = driver_.cuEventSynchronize(static_cast<CUevent>(event.get()));
  if (code != CUDA_SUCCESS) fail(code, "cuEventSynchronize", what());
}

std::shared_ptr<void> CudaQueues::make_current() {
  faults_.require_working();
  auto current = std::make_shared<CurrentContext>(driver_, context_);
  check(current->code(), "cuCtxPushCurrent", "make its context current");
  return current;
}

void CudaQueues::wait(const QueueEvent& event) {
  if (!event) return;
  const Entry entry(*this);
  check(driver_.cuEventSynchronize(static_cast<CUevent>(event.get())), "cuEventSynchronize", "finish a command");
  faults_.settle([this](const Launched& launch) { return ended(launch); });
}

void CudaQueues::finish() {
  const Entry entry(*this);
  check(driver_.cuCtxSynchronize(), "cuCtxSynchronize", "finish its commands");
  faults_.settled();
}

std::byte* CudaQueues::allocate_staging(std::size_t bytes) {
  const Entry entry(*this);
  void* memory = nullptr;
  const CUresult code = driver_.cuMemHostAlloc(&memory, std::max<std::size_t>(bytes, 1), CU_MEMHOSTALLOC_PORTABLE);
  if (code == CUDA_ERROR_OUT_OF_MEMORY) {
    throw Error(fmt::format("out of memory on the host: nopal asked for {} bytes of page-locked memory for a staging "
                            "buffer of packed data; cuMemHostAlloc says {}. This process already holds {} bytes of "
                            "such memory. Use fewer cells or more nodes",
                            bytes, driver_.error_name(code), pinned_bytes_));
  }
  if (code != CUDA_SUCCESS)
    fail(code, "cuMemHostAlloc", fmt::format("allocate {} bytes of page-locked memory on the host", bytes));
  auto* const staging = static_cast<std::byte*>(memory);
  pinned_[staging] = bytes;
  pinned_bytes_ += bytes;
  return staging;
}

void CudaQueues::free_staging(std::byte* memory) noexcept {
  const CurrentContext current(driver_, context_);
  driver_.cuMemFreeHost(memory);
  const auto found = pinned_.find(memory);
  if (found == pinned_.end()) return;
  pinned_bytes_ -= found->second;
  pinned_.erase(found);
}

// The driver may refuse, for instance because the system limits page-locked memory. Copies work without it.
bool CudaQueues::pin(std::byte* memory, std::size_t bytes) {
  const Entry entry(*this);
  return driver_.cuMemHostRegister(memory, bytes, CU_MEMHOSTREGISTER_PORTABLE) == CUDA_SUCCESS;
}

void CudaQueues::unpin(std::byte* memory) noexcept {
  const CurrentContext current(driver_, context_);
  driver_.cuMemHostUnregister(memory);
}

} // namespace nopal::cuda
