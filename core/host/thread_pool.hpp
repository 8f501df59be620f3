#pragma once
// A pool of threads that sleep until there is work.

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace nopal {

class ThreadPool {
public:
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  /// Calls work(0) in the caller and work(1) to work(n - 1) in threads of the pool at the same time, and returns when
  /// all calls have returned. `work` must not throw. Starts threads if the pool has too few. If that fails, throws
  /// Error before any work.
  void run(int n, const std::function<void(int)>& work);

private:
  struct Worker {
    std::atomic<unsigned> turns{0}; ///< number of jobs that this thread got
    std::thread thread;
  };
  void grow(int n_workers);
  void serve(Worker& worker, int number);

  std::vector<std::unique_ptr<Worker>> workers_;
  const std::function<void(int)>* work_ = nullptr; ///< null: the pool ends
  std::atomic<int> running_{0};
};

} // namespace nopal
