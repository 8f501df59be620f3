#pragma once
// Failures of a block of threads: exceptions, and barriers that can never open again.

#include "core/base/error.hpp"
#include "core/host/blocks.hpp"

#include <atomic>
#include <exception>
#include <mutex>

namespace nopal {

/// BlockBarrier::wait throws this if a thread of the block can no longer come. It ends the waiting thread.
/// HostBackend::run then throws the cause.
struct BarrierAbandoned {};

/// Returns the Error for a block in which some threads ended while others waited, and none threw.
Error barrier_error(long block, const Index& threads);

/// Keeps the first of several exceptions. Every thread may call it.
class FirstFailure {
public:
  /// Returns true if an exception was kept.
  explicit operator bool() const { return any_.load(std::memory_order_acquire); }
  void keep(std::exception_ptr failure) noexcept;
  /// Calls the function and keeps its exception.
  template <class Function> void guard(const Function& call) noexcept {
    try {
      call();
    } catch (...) {
      keep(std::current_exception());
    }
  }
  /// Throws the kept exception and forgets it. Does nothing if there is none.
  void raise();

private:
  std::atomic<bool> any_{false};
  std::mutex mutex_;
  std::exception_ptr first_;
};

} // namespace nopal
