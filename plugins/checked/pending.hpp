#pragma once
// Copies to the device that are not done yet.

#include "memory.hpp"

#include <deque>
#include <functional>

namespace nopal::checked {

/// Bytes on the host that a copy reads, and their values at the time of the call.
struct Source {
  const std::byte* host = nullptr;
  std::vector<std::byte> snapshot;
  std::string what; ///< name for the message if the bytes have changed
};

struct PendingCopy {
  Ticket ticket = 0;
  std::vector<Source> sources;
  std::vector<const Allocation*> touched;
  std::function<void()> run;
};

/// A list of copies in order. A copy is done when it is awaited or when a later command touches the same memory.
class PendingCopies {
public:
  void add(PendingCopy copy) { copies_.push_back(std::move(copy)); }
  void run_touching(const Allocation& allocation);
  void run_until(Ticket ticket);

private:
  void run_first(std::size_t n);
  std::deque<PendingCopy> copies_;
};

} // namespace nopal::checked
