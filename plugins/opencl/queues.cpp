#include "queues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace nopal::opencl {

OpenclQueues::OpenclQueues(const FoundDevice& device, const DeviceOptions& options)
    : device_(device), by_rows_(work_items_are_rows(device, options)), timed_(options.timed),
      options_(build_options(device, options.arithmetic)), cache_(options.cache_folder, options.notice),
      faults_("OpenCL", device.description.name, DeviceLanguage::opencl, options.synchronous) {
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
    throw Error(shortage_text({.device = "the OpenCL device " + device.name,
                               .asked = bytes,
                               .what = what,
                               .reason = reason,
                               .free = device.memory_total - std::min(allocated_, device.memory_total),
                               .total = device.memory_total,
                               .held = allocated_,
                               .one_at_most = device.allocation_limit}));
  };
  if (device.allocation_limit > 0 && bytes > device.allocation_limit) fail("that is more than one allocation can take");
  if (bytes > device.memory_total - std::min(allocated_, device.memory_total))
    fail("that is more than the free memory");
  cl_int code = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, bytes, nullptr, &code);
  if (code == CL_SUCCESS && device.is_gpu) {
    // Drivers of GPUs allocate at the first use. This uses the memory, so that the error comes here.
    code = clEnqueueMigrateMemObjects(queue(Queue::kernels), 1, &memory, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0,
                                      nullptr, nullptr);
    if (code == CL_SUCCESS) code = clFinish(queue(Queue::kernels));
    if (code != CL_SUCCESS) clReleaseMemObject(memory);
  }
  if (code != CL_SUCCESS) fail("clCreateBuffer says " + error_name(code));
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
  // This starts the command at once, and lets other queues wait for it.
  check(clFlush(queue(which)), "start a command");
  return owned;
}

QueueEvent OpenclQueues::write(void* memory, std::size_t offset, const std::byte* host, std::size_t bytes,
                               std::span<const QueueEvent> after) {
  const auto list = wait_list(after);
  const std::int64_t before = start_of_call();
  cl_event event = nullptr;
  const auto what = [bytes] { return fmt::format("copy {} bytes to the device", bytes); };
  const cl_int code = clEnqueueWriteBuffer(queue(Queue::to_device), static_cast<cl_mem>(memory), CL_FALSE, offset,
                                           bytes, host, size(list), data(list), &event);
  if (code != CL_SUCCESS) refuse(code, "clEnqueueWriteBuffer", what());
  QueueEvent owned = submitted(Queue::to_device, event, before);
  wait_for_command(owned, what);
  return owned;
}

QueueEvent OpenclQueues::read(void* memory, std::size_t offset, std::byte* host, std::size_t bytes,
                              std::span<const QueueEvent> after) {
  const auto list = wait_list(after);
  const std::int64_t before = start_of_call();
  cl_event event = nullptr;
  const auto what = [bytes] { return fmt::format("copy {} bytes to the host", bytes); };
  const cl_int code = clEnqueueReadBuffer(queue(Queue::to_host), static_cast<cl_mem>(memory), CL_FALSE, offset, bytes,
                                          host, size(list), data(list), &event);
  if (code != CL_SUCCESS) refuse(code, "clEnqueueReadBuffer", what());
  QueueEvent owned = submitted(Queue::to_host, event, before);
  wait_for_command(owned, what);
  return owned;
}

QueueEvent OpenclQueues::marker(Queue which, std::span<const QueueEvent> after) {
  const auto list = wait_list(after);
  cl_event event = nullptr;
  // A barrier waits for the whole queue, because the queue runs in order.
  check(clEnqueueBarrierWithWaitList(queue(which), size(list), data(list), &event), "mark a place in a queue");
  return submitted(which, event, 0);
}

int OpenclQueues::compile(const FunctionSource& source, const std::function<void(int)>& warm_up) {
  const int index = static_cast<int>(functions_.size());
  functions_.emplace_back();
  bool warm = false;
  Function function = build_function(context_.get(), device_, cache_, source, options_, [&](const Function& built) {
    functions_[index] = {nullptr, nullptr, built.label, built.largest_group, built.local_bytes};
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
  faults_.require_working();
  const Function& called = functions_[function];
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    check(clSetKernelArg(called.kernel.get(), static_cast<cl_uint>(a), arguments[a].bytes, arguments[a].value),
          fmt::format("set argument {} of {}", a, called.label));
  }
  if (shape.shared_bytes > 0) {
    check(clSetKernelArg(called.kernel.get(), static_cast<cl_uint>(arguments.size()), shape.shared_bytes, nullptr),
          fmt::format("set the {} bytes of local memory of {}", shape.shared_bytes, called.label));
  }
  const std::array<std::size_t, 3> global{shape.groups[0] * shape.local[0], shape.groups[1] * shape.local[1],
                                          shape.groups[2] * shape.local[2]};
  const auto list = wait_list(after);
  const std::int64_t before = start_of_call();
  cl_event event = nullptr;
  const auto asked = [this](const Launched& launch) { return ended(launch); };
  Launched& launched =
      faults_.launching({called.label, shape, called.local_bytes + shape.shared_bytes, nullptr}, asked);
  const cl_int code = clEnqueueNDRangeKernel(queue(Queue::kernels), called.kernel.get(), 3, nullptr, global.data(),
                                             shape.local.data(), size(list), data(list), &event);
  if (code != CL_SUCCESS) {
    const std::string text = faults_.text(launched);
    faults_.not_launched();
    refuse(code, "clEnqueueNDRangeKernel", "launch " + text);
  }
  QueueEvent owned = submitted(Queue::kernels, event, before);
  launched.event = owned;
  wait_for_command(owned, [&] { return "run " + faults_.text(launched); });
  if (faults_.synchronous()) faults_.settled();
  return owned;
}

static cl_int status_of(const QueueEvent& event) {
  cl_int status = CL_COMPLETE;
  check(clGetEventInfo(static_cast<cl_event>(event.get()), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                       nullptr),
        "tell whether a command is done");
  return status;
}

bool OpenclQueues::tell(const Timed& command, std::vector<TimedCommand>& done) {
  auto* event = static_cast<cl_event>(command.event.get());
  if (status_of(command.event) > CL_COMPLETE) return false;
  std::array<cl_ulong, 3> times{};
  const std::array<cl_profiling_info, 3> asked{CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_START,
                                               CL_PROFILING_COMMAND_END};
  for (std::size_t i = 0; i < times.size(); ++i) {
    // A command that failed has no times. The trace keeps the times of its call.
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

void OpenclQueues::refuse(cl_int code, const char* call, const std::string& what) {
  faults_.fail(what, call, error_name(code), FaultOf::call);
}

bool OpenclQueues::ended(const Launched& launch) {
  const cl_int status = status_of(launch.event);
  if (status < 0) faults_.fail("run " + faults_.text(launch), "its event", error_name(status), FaultOf::command);
  return status == CL_COMPLETE;
}

void OpenclQueues::wait_for_command(const QueueEvent& event, const std::function<std::string()>& what) {
  if (!faults_.synchronous()) return;
  auto* native = static_cast<cl_event>(event.get());
  const cl_int code = clWaitForEvents(1, &native);
  if (code == CL_SUCCESS) return;
  const cl_int status = status_of(event);
  faults_.fail(what(), "clWaitForEvents", error_name(status < 0 ? status : code), FaultOf::command);
}

void OpenclQueues::wait(const QueueEvent& event) {
  faults_.require_working();
  if (!event) return;
  auto* native = static_cast<cl_event>(event.get());
  const cl_int code = clWaitForEvents(1, &native);
  // Events show which launch has failed.
  faults_.settle([this](const Launched& launch) { return ended(launch); });
  if (code != CL_SUCCESS) faults_.fail("finish a command", "clWaitForEvents", error_name(code), FaultOf::earlier);
}

void OpenclQueues::finish() {
  faults_.require_working();
  cl_int code = CL_SUCCESS;
  for (const CommandQueue& queue : queues_) {
    if (const cl_int said = clFinish(queue.get()); code == CL_SUCCESS) code = said;
  }
  faults_.settle([this](const Launched& launch) { return ended(launch); });
  if (code != CL_SUCCESS) faults_.fail("finish its commands", "clFinish", error_name(code), FaultOf::earlier);
}

} // namespace nopal::opencl
