#include "core/host/block_failure.hpp"

#include <fmt/format.h>

#include <utility>

namespace nopal {

Error barrier_error(long block, const Index& threads) {
  return Error(fmt::format("in block {} (of {} x {} x {} threads), some threads wait at a block_sync(), but other "
                           "threads have ended: all threads of a block must call block_sync() equally often",
                           block, threads[0], threads[1], threads[2]));
}

void FirstFailure::keep(std::exception_ptr failure) noexcept {
  const std::lock_guard lock(mutex_);
  if (first_ == nullptr) first_ = std::move(failure);
  any_.store(true, std::memory_order_release);
}

void FirstFailure::raise() {
  if (!*this) return;
  any_.store(false);
  std::rethrow_exception(std::exchange(first_, nullptr));
}

} // namespace nopal
