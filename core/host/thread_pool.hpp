#pragma once
// A pool of threads that wait for work. A waiting thread yields its core again and again for a short time. Then it
// sleeps.

#include <atomic>
#include <cstdint>
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
  /// As run(), but only the call work(0) is certain. Each of the calls work(1) to work(n - 1) is made only if a thread
  /// of the pool is ready for it before work(0) returns. So work(0) must not wait for another call. Returns when all
  /// calls that began have returned.
  void invite(int n, const std::function<void(int)>& work);

private:
  struct Worker {
    std::atomic<std::uint64_t> job{0}; ///< the number of the last job for this thread
    std::thread thread;
  };
  void grow(int n_workers);
  void call(int n_workers);
  void serve(Worker& worker, int number);
  bool join(std::uint64_t job);
  void wait_for_end();

  std::vector<std::unique_ptr<Worker>> workers_;
  const std::function<void(int)>* work_ = nullptr; ///< null: the pool ends
  std::uint64_t job_ = 0;                          ///< the number of the last job. Jobs of invite() have odd numbers
  /// Lower 16 bits: calls that have begun and not ended, without the caller's. The next bit: threads may join. The
  /// rest: the lower bits of the job's number.
  std::atomic<std::uint64_t> state_{0};
};

} // namespace nopal
