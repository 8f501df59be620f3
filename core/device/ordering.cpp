#include "core/device/ordering.hpp"

#include <algorithm>
#include <utility>

namespace nopal {

void Command::wait_for(const QueueEvent& event, Queue queue) {
  if (event == nullptr || queue == queue_) return;
  if (std::find(after_.begin(), after_.end(), event) == after_.end()) after_.push_back(event);
}

void Command::wait_for_write(DeviceBuffer& buffer) {
  if (buffer.handed_out) {
    // The caller's own commands have no event. A marker behind them stands for all of them.
    buffer.write = queues_.marker(Queue::kernels, {});
    buffer.write_queue = Queue::kernels;
    buffer.handed_out = false;
  }
  wait_for(buffer.write, buffer.write_queue);
}

void Command::reads(DeviceBuffer& buffer) {
  wait_for_write(buffer);
  read_.push_back(&buffer);
}

void Command::writes(DeviceBuffer& buffer) {
  wait_for_write(buffer);
  for (int q = 0; q < n_queues; ++q) wait_for(buffer.reads[q], static_cast<Queue>(q));
  written_.push_back(&buffer);
}

void Command::done(const QueueEvent& event) {
  for (DeviceBuffer* buffer : read_) buffer->reads[static_cast<int>(queue_)] = event;
  for (DeviceBuffer* buffer : written_) {
    buffer->write = event;
    buffer->write_queue = queue_;
    buffer->reads = {};
  }
}

} // namespace nopal
