#pragma once
// An opened OpenCL device: three in-order queues, one buffer a slot.

#include "program.hpp"

#include <nopal/device.hpp>

#include <array>
#include <deque>
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
  void* native_queue() override { return queue(Queue::kernels); }
  DeviceLanguage language() const override { return DeviceLanguage::opencl; }
  const char* dialect() const override { return opencl_dialect; }

private:
  cl_command_queue queue(Queue which) const { return queues_[static_cast<std::size_t>(which)].get(); }
  std::span<const cl_event> wait_list(std::span<const QueueEvent> after);
  QueueEvent submitted(Queue which, cl_event event);
  void watch(const QueueEvent& event, const std::string& label);
  void collect_faults(std::size_t keep);

  FoundDevice device_;
  std::string options_;
  KernelCache cache_;
  Context context_;
  std::array<CommandQueue, n_queues> queues_;
  std::vector<Function> functions_;
  std::size_t allocated_ = 0;
  std::vector<cl_event> wait_list_;
  std::deque<std::pair<QueueEvent, std::string>> watched_; // launches whose end has not been looked at
  std::string fault_;                                      // the first that was found
};

} // namespace nopal::opencl
