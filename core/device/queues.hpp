#pragma once
// What device APIs such as OpenCL and CUDA have in common: memory, in-order queues, events, compiled functions.
// QueuedDevice (queued_device.hpp) makes a Device of it, so that a new plugin implements this page alone.

#include "core/device/device.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace nopal {

/// The queues of a device. Commands of one queue run in order; queues run beside each other.
enum class Queue { kernels, to_device, to_host };
constexpr int n_queues = 3;

/// A command in a queue, to be waited for. Null: nothing to wait for.
using QueueEvent = std::shared_ptr<void>;

/// An argument of a launch: `bytes` bytes at `value`, read during the call. Memory is passed as the address of the
/// pointer that allocate() gave.
struct LaunchArgument {
  const void* value;
  std::size_t bytes;
};

/// Work-items (threads) of a launch: groups x local along each axis.
struct LaunchShape {
  std::array<std::size_t, 3> groups{1, 1, 1};
  std::array<std::size_t, 3> local{1, 1, 1};
  /// Memory that a group shares, beside what the function declares itself. OpenCL: its last argument, not among those
  /// of the launch; 0: it has no such argument.
  std::size_t shared_bytes = 0;
};

enum class DeviceLanguage { opencl, cuda };

/// A function to compile: complete source, name of its entry point, and what to call it in messages.
struct FunctionSource {
  std::string source;
  std::string entry;
  std::string label;
};

/// One opened device. Every function throws nopal::Error with the API's own error name and what was attempted
/// (command_faults.hpp), and leaves the caller's own state of the API, such as the current context, as it was.
/// Functions that return an event do not wait, but where DeviceOptions::synchronous asks for it; `after`: events that
/// must come first.
class DeviceQueues {
public:
  virtual ~DeviceQueues() = default;
  virtual const DeviceDescription& description() const = 0;

  /// Never null. `what` names the memory in an error, beside the bytes asked for and what there is.
  virtual void* allocate(std::size_t bytes, const std::string& what) = 0;
  /// Commands that still use the memory are finished first.
  virtual void release(void* memory) noexcept = 0;

  /// The host's memory must stay as it is until the event.
  virtual QueueEvent write(void* memory, std::size_t offset, const std::byte* host, std::size_t bytes,
                           std::span<const QueueEvent> after) = 0;
  virtual QueueEvent read(void* memory, std::size_t offset, std::byte* host, std::size_t bytes,
                          std::span<const QueueEvent> after) = 0;
  /// An event behind everything that is in the queue; later commands of the queue come after `after`, too.
  virtual QueueEvent marker(Queue queue, std::span<const QueueEvent> after) = 0;

  /// Builds a function or takes it from the cache. `warm_up` launches it over nothing; it is called before the
  /// binary goes to the cache, since some APIs finish the compilation at the first launch.
  virtual int compile(const FunctionSource& source, const std::function<void(int function)>& warm_up) = 0;
  /// Work-items that a group of this function may have.
  virtual int largest_group(int function) const = 0;
  /// On Queue::kernels.
  virtual QueueEvent launch(int function, const LaunchShape& shape, std::span<const LaunchArgument> arguments,
                            std::span<const QueueEvent> after) = 0;

  virtual void wait(const QueueEvent& event) = 0;
  /// Waits for everything; throws for faults that came up meanwhile.
  virtual void finish() = 0;

  /// As in DeviceTiming. (optional)
  virtual void mark(std::uint64_t /*mark*/) {}
  virtual void timed_commands(std::vector<TimedCommand>& /*done*/) {}

  /// The API's own handle of Queue::kernels.
  virtual void* native_queue() = 0;
  /// As in NativeAccess. (optional)
  virtual std::shared_ptr<void> make_current() { return nullptr; }
  /// Host memory that is fast to transfer. Null: the API has none, ordinary memory will do. (optional)
  virtual std::byte* allocate_staging(std::size_t /*bytes*/) { return nullptr; }
  virtual void free_staging(std::byte* /*memory*/) noexcept {}
  /// Which of a kernel's sources compiles here.
  virtual DeviceLanguage language() const = 0;
  /// Which form of a kernel is launched (device_launch.hpp): one work-item a row, as CPUs like it, or one a point.
  virtual bool by_rows() const { return !description().is_gpu; }
  /// Text that makes the shared kernels (copy_kernel.hpp, reduce_kernel.hpp) compile here.
  virtual const char* dialect() const = 0;
};

/// Gives memory back to the device that it came from.
struct ReleaseMemory {
  DeviceQueues* queues = nullptr;
  void operator()(void* memory) const noexcept { queues->release(memory); }
};
using DeviceMemory = std::unique_ptr<void, ReleaseMemory>;

} // namespace nopal
