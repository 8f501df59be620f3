#pragma once
// The interface to device APIs such as OpenCL and CUDA: memory, in-order queues, events, compiled functions.
// QueuedDevice (queued_device.hpp) makes a Device of it, so that a new plugin implements only this interface.

#include "core/device/device.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace nopal {

/// The queues of a device. Commands of one queue run in order. Different queues can run at the same time.
enum class Queue { kernels, to_device, to_host };
constexpr int n_queues = 3;

/// The end of a command. Others can wait for it. Null: there is nothing to wait for.
using QueueEvent = std::shared_ptr<void>;

/// An argument of a launch: `bytes` bytes at `value`, which the call reads. For memory, `value` is the address of the
/// pointer that allocate() returned.
struct LaunchArgument {
  const void* value;
  std::size_t bytes;
};

/// Work-items (threads) of a launch: groups x local along each axis.
struct LaunchShape {
  std::array<std::size_t, 3> groups{1, 1, 1};
  std::array<std::size_t, 3> local{1, 1, 1};
  /// Shared memory of a group that the function does not declare itself. OpenCL: it is the last argument of the
  /// function and not in the list of arguments; 0: there is no such argument.
  std::size_t shared_bytes = 0;
};

enum class DeviceLanguage { opencl, cuda };

/// A function to compile: its complete source, its entry point, and its name in messages.
struct FunctionSource {
  std::string source;
  std::string entry;
  std::string label;
};

/// One opened device. Every function throws nopal::Error with the API's own error name and what was attempted
/// (command_faults.hpp). The caller's state of the API, such as the current context, is the same after each call.
/// A function that returns an event does not wait, unless DeviceOptions::synchronous is set. The command starts after
/// the events `after`.
class DeviceQueues {
public:
  virtual ~DeviceQueues() = default;
  virtual const DeviceDescription& description() const = 0;

  /// Returns memory, never null. `what` is the name of the memory in the error message.
  virtual void* allocate(std::size_t bytes, const std::string& what) = 0;
  /// Frees memory after the commands that use it are done.
  virtual void release(void* memory) noexcept = 0;

  /// The host's memory must stay unchanged until the event.
  virtual QueueEvent write(void* memory, std::size_t offset, const std::byte* host, std::size_t bytes,
                           std::span<const QueueEvent> after) = 0;
  virtual QueueEvent read(void* memory, std::size_t offset, std::byte* host, std::size_t bytes,
                          std::span<const QueueEvent> after) = 0;
  /// Returns the end of all commands in the queue. Later commands of the queue also start after `after`.
  virtual QueueEvent marker(Queue queue, std::span<const QueueEvent> after) = 0;

  /// Builds a function or takes it from the cache, and returns its handle. Calls `warm_up`, which launches the function
  /// over nothing, before it stores the binary: some APIs finish the compilation at the first launch.
  virtual int compile(const FunctionSource& source, const std::function<void(int function)>& warm_up) = 0;
  /// Returns the largest number of work-items in a group of this function.
  virtual int largest_group(int function) const = 0;
  /// Launches a function on Queue::kernels.
  virtual QueueEvent launch(int function, const LaunchShape& shape, std::span<const LaunchArgument> arguments,
                            std::span<const QueueEvent> after) = 0;

  virtual void wait(const QueueEvent& event) = 0;
  /// Waits for all commands. Throws Error if one of them failed.
  virtual void finish() = 0;

  /// As in DeviceTiming. (optional)
  virtual void mark(std::uint64_t /*mark*/) {}
  virtual void timed_commands(std::vector<TimedCommand>& /*done*/) {}

  /// Returns the API's own handle of Queue::kernels.
  virtual void* native_queue() = 0;
  /// As in NativeAccess. (optional)
  virtual std::shared_ptr<void> make_current() { return nullptr; }
  /// Returns host memory that is fast to transfer. Null: the caller uses ordinary memory. (optional)
  virtual std::byte* allocate_staging(std::size_t /*bytes*/) { return nullptr; }
  virtual void free_staging(std::byte* /*memory*/) noexcept {}
  /// Makes existing host memory as fast to transfer as that of allocate_staging(), until unpin(). Returns whether it
  /// did. (optional)
  virtual bool pin(std::byte* /*memory*/, std::size_t /*bytes*/) { return false; }
  virtual void unpin(std::byte* /*memory*/) noexcept {}
  /// The language of the sources that compile() takes.
  virtual DeviceLanguage language() const = 0;
  /// True: launch kernels with one work-item for a row (CPUs). False: one for a point (GPUs). See device_launch.hpp.
  virtual bool by_rows() const { return !description().is_gpu; }
  /// Returns the text to put before the shared kernels (copy_table.hpp, reduce_kernel.hpp).
  virtual const char* dialect() const = 0;
};

/// Returns memory to its device.
struct ReleaseMemory {
  DeviceQueues* queues = nullptr;
  void operator()(void* memory) const noexcept { queues->release(memory); }
};
using DeviceMemory = std::unique_ptr<void, ReleaseMemory>;

} // namespace nopal
