#include "block.hpp"

#include "stack.hpp"

#include <boost/fiber/operations.hpp>

namespace nopal::fibers {

void Block::start(const HostBlocks& blocks) {
  n_ = thread_count(blocks.threads);
  shared_ = memory_.of(blocks.shared_bytes);
  stopped_ = false;
}

void Block::run(const HostBlocks& blocks, long number) noexcept {
  const BlockThread thread{thread_index(number, blocks.threads), shared_, this};
  for (long block = 0; block < blocks.n_blocks && !stopped_; ++block) {
    // A fiber must not yield while it handles an exception, because the current exception belongs to the OS thread.
    try {
      blocks.run(block, thread);
    } catch (const BarrierAbandoned&) { // end() keeps the cause
    } catch (...) {
      failure_.keep(std::current_exception());
    }
    end(blocks, block);
  }
}

void Block::wait() {
  if (ended_ > 0) abandoned_ = true;
  if (!abandoned_) {
    if (++arrived_ == n_) {
      arrived_ = 0;
      ++phase_;
      return;
    }
    const unsigned long phase = phase_;
    while (phase_ == phase && !abandoned_) let_others_run(boost::this_fiber::yield);
    if (phase_ != phase) return;
  }
  throw BarrierAbandoned{};
}

// The last fiber that ends prepares the next block.
void Block::end(const HostBlocks& blocks, long block) {
  if (arrived_ > 0) abandoned_ = true; // other fibers wait for this one, which does not come
  const unsigned long turn = turn_;
  if (++ended_ < n_) {
    while (turn_ == turn) let_others_run(boost::this_fiber::yield);
    return;
  }
  if (abandoned_ && !failure_) failure_.keep(std::make_exception_ptr(barrier_error(block, blocks.threads)));
  stopped_ = static_cast<bool>(failure_);
  abandoned_ = false;
  arrived_ = 0;
  ended_ = 0;
  ++turn_;
}

} // namespace nopal::fibers
