#pragma once
// What a command must wait for: each piece of device memory knows the last commands that touched it.

#include "core/device/queues.hpp"

#include <array>
#include <span>
#include <vector>

namespace nopal {

/// Device memory and the last commands that touched it. On one in-order queue the latest command stands for
/// all earlier ones.
struct DeviceBuffer {
  DeviceMemory memory;
  std::size_t bytes = 0;
  QueueEvent write; ///< the last command that wrote; null: none
  Queue write_queue = Queue::kernels;
  std::array<QueueEvent, n_queues> reads; ///< per queue, since that write
  bool handed_out = false; ///< a caller has its address and may have put commands of its own on Queue::kernels
};

/// One command under construction: say what it reads and writes, enqueue it after after(), tell done().
class Command {
public:
  Command(DeviceQueues& queues, Queue queue) : queues_(queues), queue_(queue) {}

  void reads(DeviceBuffer& buffer);
  void writes(DeviceBuffer& buffer);
  /// Events of other queues that must come first; what is on its own queue comes first anyway.
  std::span<const QueueEvent> after() const { return after_; }
  /// Later commands on the buffers wait for this one.
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
