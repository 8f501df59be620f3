#pragma once
// Copies to the device that were asked for and are not done yet.

#include "memory.hpp"

#include <deque>
#include <functional>

namespace nopal::checked {

/// A run of bytes on the host that a copy reads, and what it held when the copy was asked for.
struct Source {
  const std::byte* host = nullptr;
  std::vector<std::byte> snapshot;
  std::string what; ///< for the message when it has changed
};

struct PendingCopy {
  Ticket ticket = 0;
  std::vector<Source> sources;
  std::vector<const Allocation*> touched;
  std::function<void()> run;
};

/// In order. Each copy is done when it is awaited or when a later command touches the same memory.
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
