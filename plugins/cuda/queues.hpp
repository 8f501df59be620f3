#pragma once
// An opened CUDA device: three streams in its primary context.

#include "module.hpp"
#include "timing.hpp"

#include <nopal/device.hpp>

#include <array>
#include <map>
#include <memory>
#include <vector>

namespace nopal::cuda {

/// A GPU of this machine.
struct FoundDevice {
  CUdevice id = 0;
  int architecture = 0; ///< 90 is compute capability 9.0
  DeviceDescription description;
};

class CudaQueues final : public DeviceQueues {
public:
  CudaQueues(const Driver& driver, const Nvrtc& nvrtc, const FoundDevice& device, const DeviceOptions& options);
  ~CudaQueues() override;

  const DeviceDescription& description() const override { return device_.description; }
  void* allocate(std::size_t bytes, const std::string& what) override;
  void release(void* memory) noexcept override;
  QueueEvent write(void* memory, std::size_t offset, const std::byte* host, std::size_t bytes,
                   std::span<const QueueEvent> after) override;
  QueueEvent read(void* memory, std::size_t offset, std::byte* host, std::size_t bytes,
                  std::span<const QueueEvent> after) override;
  QueueEvent marker(Queue queue, std::span<const QueueEvent> after) override;
  int compile(const FunctionSource& source, const std::function<void(int function)>& warm_up) override;
  int largest_group(int function) const override { return functions_[function].largest_group; }
  QueueEvent launch(int function, const LaunchShape& shape, std::span<const LaunchArgument> arguments,
                    std::span<const QueueEvent> after) override;
  void wait(const QueueEvent& event) override;
  void finish() override;
  void* native_queue() override {
    faults_.handed_out();
    return stream(Queue::kernels);
  }
  std::shared_ptr<void> make_current() override;
  void mark(std::uint64_t mark) override { mark_ = mark; }
  void timed_commands(std::vector<TimedCommand>& done) override;
  std::byte* allocate_staging(std::size_t bytes) override;
  void free_staging(std::byte* memory) noexcept override;
  bool pin(std::byte* memory, std::size_t bytes) override;
  void unpin(std::byte* memory) noexcept override;
  DeviceLanguage language() const override { return DeviceLanguage::cuda; }
  const char* dialect() const override { return cuda_dialect; }

private:
  /// Every function creates one first. It makes nopal's context current. After a fault it throws the first Error again.
  class Entry {
  public:
    explicit Entry(CudaQueues& queues) : current_(queues.driver_, queues.context_) {
      queues.faults_.require_working();
      queues.check(current_.code(), "cuCtxPushCurrent", "make its context current");
    }

  private:
    CurrentContext current_;
  };

  /// Events that no command uses any more. They are recorded again.
  struct EventPool {
    std::vector<CUevent> idle;
  };

  CUstream stream(Queue queue) const { return streams_[static_cast<std::size_t>(queue)]; }
  void wait_in(Queue queue, std::span<const QueueEvent> after);
  QueueEvent record(Queue queue);
  /// Call this before a command. Returns an event if the command is timed, else null.
  QueueEvent begin(Queue queue);
  /// Returns the event behind a command; `begun` is the result of begin().
  QueueEvent end(Queue queue, const QueueEvent& begun);
  /// As Driver::check. The message contains the call, and the running launches if one of them may have failed.
  void check(CUresult code, const char* call, const char* what) {
    if (code != CUDA_SUCCESS) fail(code, call, what);
  }
  [[noreturn]] void fail(CUresult code, const char* call, const std::string& what);
  /// Waits for a command if DeviceOptions::synchronous is set.
  void wait_for_command(const QueueEvent& event, const std::function<std::string()>& what);
  bool ended(const Launched& launch) const;
  void close() noexcept;

  const Driver& driver_;
  const Nvrtc& nvrtc_;
  FoundDevice device_;
  KernelArithmetic arithmetic_;
  std::uint64_t mark_ = 0;
  Target target_;
  KernelCache cache_;
  CUcontext context_ = nullptr;
  std::array<CUstream, n_queues> streams_{};
  std::unique_ptr<CommandTimes> times_; // null: commands are not timed
  std::shared_ptr<EventPool> events_ = std::make_shared<EventPool>();
  std::vector<Function> functions_;
  CommandFaults faults_;
  std::map<void*, std::size_t> held_; // by address, in bytes
  std::size_t held_bytes_ = 0;
  std::map<std::byte*, std::size_t> pinned_; // pinned memory of the host by address, in bytes
  std::size_t pinned_bytes_ = 0;
};

} // namespace nopal::cuda
