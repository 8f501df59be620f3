#include "core/host/thread_pool.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

#include <system_error>

namespace nopal {

ThreadPool::~ThreadPool() {
  work_ = nullptr;
  for (const auto& worker : workers_) {
    worker->turns.fetch_add(1, std::memory_order_release);
    worker->turns.notify_one();
  }
  for (const auto& worker : workers_) worker->thread.join();
}

void ThreadPool::run(int n, const std::function<void(int)>& work) {
  grow(n - 1);
  work_ = &work;
  running_.store(n - 1, std::memory_order_relaxed);
  for (int w = 0; w < n - 1; ++w) {
    workers_[w]->turns.fetch_add(1, std::memory_order_release);
    workers_[w]->turns.notify_one();
  }
  work(0);
  for (int left = running_.load(std::memory_order_acquire); left > 0; left = running_.load(std::memory_order_acquire))
    running_.wait(left, std::memory_order_acquire);
}

void ThreadPool::grow(int n_workers) {
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
  for (unsigned done = 0;; ++done) {
    worker.turns.wait(done, std::memory_order_acquire);
    if (work_ == nullptr) return;
    (*work_)(number);
    // The caller waits until this is 0. After that, `*work_` may not exist any more, but the pool does.
    if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) running_.notify_one();
  }
}

} // namespace nopal
