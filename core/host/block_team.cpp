#include "core/host/block_team.hpp"

#include "core/host/arithmetic.hpp"
#include "core/host/signal_stack.hpp"

#include <climits>

namespace nopal {

namespace {

constexpr unsigned one_left = 1U << 16;
constexpr unsigned abandoned = UINT_MAX;

unsigned arrived(unsigned counts) { return counts & (one_left - 1); }
bool any_left(unsigned counts) { return counts >= one_left; }

} // namespace

void BlockTeam::start(const HostBlocks& blocks) {
  n_ = static_cast<unsigned>(thread_count(blocks.threads));
  shared_ = memory_.of(blocks.shared_bytes);
  stopped_ = false;
}

void BlockTeam::run(const HostBlocks& blocks, const PartRange& range, long number) noexcept {
  use_signal_stack();
  const UsualArithmetic usual;
  const BlockThread thread{thread_index(number, blocks.threads), shared_, this};
  for (long block = range.first; block < range.last && !stopped_; ++block) {
    try {
      blocks.run(block, thread);
    } catch (const BarrierAbandoned&) { // end() keeps the cause
    } catch (...) {
      failure_.keep(std::current_exception());
    }
    leave();
    end(blocks, block);
  }
}

void BlockTeam::wait() {
  const unsigned phase = phase_.load(std::memory_order_acquire);
  const unsigned before = counts_.fetch_add(1, std::memory_order_acq_rel);
  if (any_left(before)) {
    abandon();
    throw BarrierAbandoned{};
  }
  if (arrived(before) + 1 == n_) {
    counts_.store(0, std::memory_order_relaxed);
    phase_.store((phase + 1) % abandoned, std::memory_order_release);
    phase_.notify_all();
    return;
  }
  phase_.wait(phase, std::memory_order_acquire);
  if (phase_.load(std::memory_order_acquire) == abandoned) throw BarrierAbandoned{};
}

// This thread will not come to the barrier any more, so the barrier cannot open again.
void BlockTeam::leave() {
  if (arrived(counts_.fetch_add(one_left, std::memory_order_acq_rel)) > 0) abandon();
}

void BlockTeam::abandon() {
  phase_.store(abandoned, std::memory_order_release);
  phase_.notify_all();
}

// The last thread that ends prepares the next block.
void BlockTeam::end(const HostBlocks& blocks, long block) {
  const unsigned turn = block_.load(std::memory_order_acquire);
  if (ended_.fetch_add(1, std::memory_order_acq_rel) + 1 < n_) {
    block_.wait(turn, std::memory_order_acquire);
    return;
  }
  const bool in_vain = phase_.load(std::memory_order_acquire) == abandoned;
  if (in_vain && !failure_) failure_.keep(std::make_exception_ptr(barrier_error(block, blocks.threads)));
  stopped_ = static_cast<bool>(failure_);
  counts_.store(0, std::memory_order_relaxed);
  phase_.store(0, std::memory_order_relaxed);
  ended_.store(0, std::memory_order_relaxed);
  block_.store(turn + 1, std::memory_order_release);
  block_.notify_all();
}

} // namespace nopal
