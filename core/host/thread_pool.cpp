#include "core/host/thread_pool.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"

#include <fmt/format.h>

#include <chrono>
#include <system_error>

namespace nopal {

namespace {

constexpr std::uint64_t running_mask = 0xffff, open_bit = 0x10000;
constexpr int job_shift = 17;

/// A thread sleeps after this time without work, because another process may have a use for the core. Between two
/// launches that soon follow each other it stays awake and yields, because waking a thread takes longer.
constexpr std::chrono::microseconds awake{200};

/// Returns the first value for which ready(value) is true.
template <class Ready> std::uint64_t wait_until(const std::atomic<std::uint64_t>& place, const Ready& ready) {
  std::uint64_t value = place.load(std::memory_order_acquire);
  if (ready(value)) return value;
  const auto until = std::chrono::steady_clock::now() + awake;
  do {
    std::this_thread::yield();
    value = place.load(std::memory_order_acquire);
    if (ready(value)) return value;
  } while (std::chrono::steady_clock::now() < until);
  for (; !ready(value); value = place.load(std::memory_order_acquire)) place.wait(value, std::memory_order_acquire);
  return value;
}

bool is_invitation(std::uint64_t job) { return job % 2 != 0; }

} // namespace

ThreadPool::~ThreadPool() {
  work_ = nullptr;
  job_ += 2 - job_ % 2;
  call(static_cast<int>(workers_.size()));
  for (const auto& worker : workers_) worker->thread.join();
}

void ThreadPool::run(int n, const std::function<void(int)>& work) {
  grow(n - 1);
  work_ = &work;
  job_ += 2 - job_ % 2;
  state_.store(job_ << job_shift | static_cast<std::uint64_t>(n - 1), std::memory_order_release);
  call(n - 1);
  work(0);
  wait_for_end();
}

void ThreadPool::invite(int n, const std::function<void(int)>& work) {
  grow(n - 1);
  work_ = &work;
  job_ += 1 + job_ % 2;
  state_.store(job_ << job_shift | open_bit, std::memory_order_release);
  call(n - 1);
  work(0);
  state_.fetch_and(~open_bit, std::memory_order_acq_rel);
  wait_for_end();
}

void ThreadPool::call(int n_workers) {
  for (int w = 0; w < n_workers; ++w) {
    workers_[w]->job.store(job_, std::memory_order_release);
    workers_[w]->job.notify_one();
  }
}

void ThreadPool::wait_for_end() {
  wait_until(state_, [](std::uint64_t state) { return (state & running_mask) == 0; });
}

void ThreadPool::grow(int n_workers) {
  NOPAL_ASSERT(n_workers <= static_cast<int>(running_mask));
  while (static_cast<int>(workers_.size()) < n_workers) {
    workers_.push_back(std::make_unique<Worker>());
    Worker& worker = *workers_.back();
    const int number = static_cast<int>(workers_.size());
    try {
      worker.thread = std::thread([this, &worker, number] { serve(worker, number); });
    } catch (const std::system_error& error) {
      workers_.pop_back();
      throw Error(fmt::format("cannot start thread {} of {}: {}; give blocks fewer threads, choose another "
                              "accelerator.host, or raise the limit (ulimit -u)",
                              number + 1, n_workers + 1, error.what()));
    }
  }
}

void ThreadPool::serve(Worker& worker, int number) {
  for (std::uint64_t last = 0;;) {
    last = wait_until(worker.job, [last](std::uint64_t job) { return job != last; });
    if (is_invitation(last) && !join(last)) continue;
    if (work_ == nullptr) return;
    (*work_)(number);
    // The caller waits until no call runs. After that, `*work_` may not exist any more, but the pool does.
    if (((state_.fetch_sub(1, std::memory_order_acq_rel) - 1) & running_mask) == 0) state_.notify_one();
  }
}

// Until the thread has joined, the caller may have begun another job, so it must not look at `work_`.
bool ThreadPool::join(std::uint64_t job) {
  std::uint64_t state = state_.load(std::memory_order_acquire);
  while ((state & open_bit) != 0 && state >> job_shift == (job << job_shift) >> job_shift)
    if (state_.compare_exchange_weak(state, state + 1, std::memory_order_acq_rel, std::memory_order_acquire))
      return true;
  return false;
}

} // namespace nopal
