#include "queues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace nopal::opencl {

OpenclQueues::OpenclQueues(const FoundDevice& device, const DeviceOptions& options)
    : device_(device), by_rows_(work_items_are_rows(device, options)), timed_(options.timed),
      options_(build_options(options.contract)), cache_(options.cache_folder) {
  cl_int code = CL_SUCCESS;
  context_.reset(clCreateContext(nullptr, 1, &device_.id, nullptr, nullptr, &code));
  check(code, "open the device " + device_.description.name);
  for (CommandQueue& queue : queues_) {
    queue.reset(clCreateCommandQueue(context_.get(), device_.id, timed_ ? CL_QUEUE_PROFILING_ENABLE : 0, &code));
    check(code, "make a queue of the device " + device_.description.name);
  }
}

void* OpenclQueues::allocate(std::size_t bytes, const std::string& what) {
  const DeviceDescription& device = device_.description;
  const auto fail = [&](const std::string& reason) {
    throw Error(fmt::format("out of memory on the OpenCL device {}: {} bytes were asked for, for {}; {}. The device "
                            "has {} bytes, of which this process holds {}, and one allocation may take {}. Use a "
                            "smaller grid, more processes on more devices, or accelerator.device: none",
                            device.name, bytes, what, reason, device.memory_total, allocated_,
                            device.allocation_limit));
  };
  if (device.allocation_limit > 0 && bytes > device.allocation_limit) fail("that is more than one allocation may take");
  if (bytes > device.memory_total - std::min(allocated_, device.memory_total)) fail("that is more than is left");
  cl_int code = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, bytes, nullptr, &code);
  if (code == CL_SUCCESS && device.is_gpu) {
    // Drivers of GPUs allocate at the first use: use it now, so that the error comes here.
    code = clEnqueueMigrateMemObjects(queue(Queue::kernels), 1, &memory, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0,
                                      nullptr, nullptr);
    if (code == CL_SUCCESS) code = clFinish(queue(Queue::kernels));
    if (code != CL_SUCCESS) clReleaseMemObject(memory);
  }
  if (code != CL_SUCCESS) fail("the driver says " + error_name(code));
  allocated_ += bytes;
  return memory;
}

void OpenclQueues::release(void* memory) noexcept {
  auto* object = static_cast<cl_mem>(memory);
  std::size_t bytes = 0;
  if (clGetMemObjectInfo(object, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr) == CL_SUCCESS) allocated_ -= bytes;
  clReleaseMemObject(object); // the API keeps it until the commands that use it are done
}

std::span<const cl_event> OpenclQueues::wait_list(std::span<const QueueEvent> after) {
  wait_list_.clear();
  for (const QueueEvent& event : after) wait_list_.push_back(static_cast<cl_event>(event.get()));
  return wait_list_;
}

// An empty list must be a null pointer.
static const cl_event* data(std::span<const cl_event> list) { return list.empty() ? nullptr : list.data(); }
static cl_uint size(std::span<const cl_event> list) { return static_cast<cl_uint>(list.size()); }

static CommandKind kind_of(Queue queue) {
  return queue == Queue::kernels     ? CommandKind::kernel
         : queue == Queue::to_device ? CommandKind::to_device
                                     : CommandKind::to_host;
}

QueueEvent OpenclQueues::submitted(Queue which, cl_event event, std::int64_t before) {
  QueueEvent owned(event, [](void* e) { clReleaseEvent(static_cast<cl_event>(e)); });
  if (before != 0) under_way_.push_back({mark_, kind_of(which), owned, before, steady_nanoseconds()});
  // Commands start at once, and other queues may wait for this one.
  check(clFlush(queue(which)), "start a command");
  return owned;
}

QueueEvent OpenclQueues::write(void* memory, std::size_t offset, const std::byte* host, std::size_t bytes,
                               std::span<const QueueEvent> after) {
  const auto list = wait_list(after);
  const std::int64_t before = start_of_call();
  cl_event event = nullptr;
  check(clEnqueueWriteBuffer(queue(Queue::to_device), static_cast<cl_mem>(memory), CL_FALSE, offset, bytes, host,
                             size(list), data(list), &event),
        fmt::format("copy {} bytes to the device", bytes));
  return submitted(Queue::to_device, event, before);
}

QueueEvent OpenclQueues::read(void* memory, std::size_t offset, std::byte* host, std::size_t bytes,
                              std::span<const QueueEvent> after) {
  const auto list = wait_list(after);
  const std::int64_t before = start_of_call();
  cl_event event = nullptr;
  check(clEnqueueReadBuffer(queue(Queue::to_host), static_cast<cl_mem>(memory), CL_FALSE, offset, bytes, host,
                            size(list), data(list), &event),
        fmt::format("copy {} bytes to the host", bytes));
  return submitted(Queue::to_host, event, before);
}

QueueEvent OpenclQueues::marker(Queue which, std::span<const QueueEvent> after) {
  const auto list = wait_list(after);
  cl_event event = nullptr;
  // With an empty list a barrier waits for the whole queue; on an in-order queue a list does so as well.
  check(clEnqueueBarrierWithWaitList(queue(which), size(list), data(list), &event), "mark a place in a queue");
  return submitted(which, event, 0);
}

int OpenclQueues::compile(const FunctionSource& source, const std::function<void(int)>& warm_up) {
  const int index = static_cast<int>(functions_.size());
  functions_.emplace_back();
  bool warm = false;
  Function function = build_function(context_.get(), device_, cache_, source, options_, [&](const Function& built) {
    functions_[index] = {nullptr, nullptr, built.label, built.largest_group};
    check(clRetainKernel(built.kernel.get()), "keep a kernel");
    functions_[index].kernel.reset(built.kernel.get());
    warm_up(index);
    warm = true;
  });
  functions_[index] = std::move(function);
  if (!warm) warm_up(index);
  return index;
}

QueueEvent OpenclQueues::launch(int function, const LaunchShape& shape, std::span<const LaunchArgument> arguments,
                                std::span<const QueueEvent> after) {
  const Function& called = functions_[function];
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    check(clSetKernelArg(called.kernel.get(), static_cast<cl_uint>(a), arguments[a].bytes, arguments[a].value),
          fmt::format("set argument {} of {}", a, called.label));
  }
  const std::array<std::size_t, 3> global{shape.groups[0] * shape.local[0], shape.groups[1] * shape.local[1],
                                          shape.groups[2] * shape.local[2]};
  const auto list = wait_list(after);
  const std::int64_t before = start_of_call();
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(queue(Queue::kernels), called.kernel.get(), 3, nullptr, global.data(),
                               shape.local.data(), size(list), data(list), &event),
        fmt::format("launch {} over {} x {} x {} work-items in groups of {} x {} x {}", called.label, global[0],
                    global[1], global[2], shape.local[0], shape.local[1], shape.local[2]));
  QueueEvent owned = submitted(Queue::kernels, event, before);
  watch(owned, called.label);
  return owned;
}

bool OpenclQueues::tell(const Timed& command, std::vector<TimedCommand>& done) {
  auto* event = static_cast<cl_event>(command.event.get());
  cl_int status = CL_COMPLETE;
  check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        "tell whether a command is done");
  if (status > CL_COMPLETE) return false;
  std::array<cl_ulong, 3> times{};
  const std::array<cl_profiling_info, 3> asked{CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_START,
                                               CL_PROFILING_COMMAND_END};
  for (std::size_t i = 0; i < times.size(); ++i) {
    // A command that failed has no times; what it stood for keeps those of its call.
    if (clGetEventProfilingInfo(event, asked[i], sizeof(cl_ulong), &times[i], nullptr) != CL_SUCCESS) return true;
  }
  clock_.observe(command.before, command.after, static_cast<std::int64_t>(times[0]));
  done.push_back({command.mark, command.kind, clock_.host_time(static_cast<std::int64_t>(times[1])),
                  clock_.host_time(static_cast<std::int64_t>(times[2]))});
  return true;
}

void OpenclQueues::timed_commands(std::vector<TimedCommand>& done) {
  std::erase_if(under_way_, [&](const Timed& command) { return tell(command, done); });
}

void OpenclQueues::watch(const QueueEvent& event, const std::string& label) {
  watched_.emplace_back(event, label);
  constexpr std::size_t enough = 64;
  if (watched_.size() > enough) collect_faults(enough);
}

void OpenclQueues::collect_faults(std::size_t keep) {
  while (watched_.size() > keep) {
    cl_int status = CL_COMPLETE;
    check(clGetEventInfo(static_cast<cl_event>(watched_.front().first.get()), CL_EVENT_COMMAND_EXECUTION_STATUS,
                         sizeof status, &status, nullptr),
          "tell how a launch ended");
    if (status > CL_COMPLETE) return; // still under way, and so are those behind it
    if (status < 0 && fault_.empty())
      fault_ = fmt::format("{} failed: {}", watched_.front().second, error_name(status));
    watched_.pop_front();
  }
}

void OpenclQueues::wait(const QueueEvent& event) {
  if (!event) return;
  auto* native = static_cast<cl_event>(event.get());
  const cl_int code = clWaitForEvents(1, &native);
  if (code == CL_SUCCESS) return;
  collect_faults(0);
  throw Error(fmt::format("a command on the OpenCL device {} failed: {}{}{}", device_.description.name,
                          error_name(code), fault_.empty() ? "" : "; before that ", fault_));
}

void OpenclQueues::finish() {
  for (const CommandQueue& queue : queues_) check(clFinish(queue.get()), "finish the commands of a queue");
  collect_faults(0);
  if (!fault_.empty()) {
    throw Error(fmt::format("on the OpenCL device {}: {}", device_.description.name, std::exchange(fault_, {})));
  }
}

} // namespace nopal::opencl
