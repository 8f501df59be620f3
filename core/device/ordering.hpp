#pragma once
// Finds the events that a command must wait for. Each device buffer knows the last commands that touched it.

#include "core/device/queues.hpp"

#include <array>
#include <span>
#include <vector>

namespace nopal {

/// Device memory and the last commands that touched it. The last command of a queue stands for all earlier ones,
/// because queues run in order.
struct DeviceBuffer {
  DeviceMemory memory;
  std::size_t bytes = 0;
  QueueEvent write; ///< last command that wrote; null: none
  Queue write_queue = Queue::kernels;
  std::array<QueueEvent, n_queues> reads; ///< last command of each queue that read after that write
  bool handed_out = false; ///< a caller has the address and may have put its own commands on Queue::kernels
};

/// Orders one command. Call reads() and writes() for its buffers, enqueue it behind after(), then call done().
class Command {
public:
  Command(DeviceQueues& queues, Queue queue) : queues_(queues), queue_(queue) {}

  void reads(DeviceBuffer& buffer);
  void writes(DeviceBuffer& buffer);
  /// Returns the events of other queues that must come first. The command's own queue runs in order.
  std::span<const QueueEvent> after() const { return after_; }
  /// `event` is the end of the command. Later commands on the buffers wait for it.
  void done(const QueueEvent& event);

private:
  void wait_for(const QueueEvent& event, Queue queue);
  void wait_for_write(DeviceBuffer& buffer);

  DeviceQueues& queues_;
  Queue queue_;
  std::vector<QueueEvent> after_;
  std::vector<DeviceBuffer*> read_;
  std::vector<DeviceBuffer*> written_;
};

} // namespace nopal
