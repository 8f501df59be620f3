#pragma once
// An opened OpenCL device with three in-order queues.

#include "program.hpp"

#include <nopal/device.hpp>

#include <array>
#include <functional>
#include <vector>

namespace nopal::opencl {

class OpenclQueues final : public DeviceQueues {
public:
  OpenclQueues(const FoundDevice& device, const DeviceOptions& options);

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
    return queue(Queue::kernels);
  }
  void mark(std::uint64_t mark) override { mark_ = mark; }
  void timed_commands(std::vector<TimedCommand>& done) override;
  DeviceLanguage language() const override { return DeviceLanguage::opencl; }
  bool by_rows() const override { return by_rows_; }
  const char* dialect() const override { return opencl_dialect; }

private:
  cl_command_queue queue(Queue which) const { return queues_[static_cast<std::size_t>(which)].get(); }
  std::span<const cl_event> wait_list(std::span<const QueueEvent> after);
  /// Returns the event of a command that was just enqueued. `before`: the host time before the call; 0: not timed.
  QueueEvent submitted(Queue which, cl_event event, std::int64_t before);
  std::int64_t start_of_call() const { return timed_ && mark_ != 0 ? steady_nanoseconds() : 0; }
  /// Throws Error for a refused command, with its purpose and the call.
  [[noreturn]] void refuse(cl_int code, const char* call, const std::string& what);
  /// Returns true if a launch has ended without error. Throws Error if it has failed.
  bool ended(const Launched& launch);
  /// Waits for a command if DeviceOptions::synchronous is set.
  void wait_for_command(const QueueEvent& event, const std::function<std::string()>& what);

  /// A command that is timed, and two host times before and after it was enqueued.
  struct Timed {
    std::uint64_t mark;
    CommandKind kind;
    QueueEvent event;
    std::int64_t before;
    std::int64_t after;
  };
  /// Appends the times of a command. Returns false if it is not done yet.
  bool tell(const Timed& command, std::vector<TimedCommand>& done);

  FoundDevice device_;
  bool by_rows_;
  bool timed_;
  std::uint64_t mark_ = 0;
  ClockOffset clock_;
  std::vector<Timed> under_way_;
  std::string options_;
  KernelCache cache_;
  Context context_;
  std::array<CommandQueue, n_queues> queues_;
  std::vector<Function> functions_;
  CommandFaults faults_;
  std::size_t allocated_ = 0; // bytes
  std::vector<cl_event> wait_list_;
};

} // namespace nopal::opencl
