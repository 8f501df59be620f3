#pragma once
// What goes wrong in a block: exceptions of its threads, and barriers that nobody can leave any more.

#include "core/base/error.hpp"
#include "core/host/blocks.hpp"

#include <atomic>
#include <exception>
#include <mutex>

namespace nopal {

/// Thrown by BlockBarrier::wait where not all threads of the block can come any more. It ends the thread; what caused
/// it is told by HostBackend::run.
struct BarrierAbandoned {};

/// What HostBackend::run throws where threads of a block ended and no exception says why.
Error barrier_error(long block, const Index& threads);

/// Keeps the first of several exceptions, from any thread.
class FirstFailure {
public:
  /// Whether there is one: kept before, in the caller's order of events.
  explicit operator bool() const { return any_.load(std::memory_order_acquire); }
  void keep(std::exception_ptr failure) noexcept;
  /// Calls the function and keeps what it throws.
  template <class Function> void guard(const Function& call) noexcept {
    try {
      call();
    } catch (...) {
      keep(std::current_exception());
    }
  }
  /// Throws what was kept and forgets it; does nothing where there is nothing.
  void raise();

private:
  std::atomic<bool> any_{false};
  std::mutex mutex_;
  std::exception_ptr first_;
};

} // namespace nopal
