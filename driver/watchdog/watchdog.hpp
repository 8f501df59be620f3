#pragma once
// Ends runs that make no progress (docs/guard.md).

#include "driver/session/end_job.hpp"
#include "driver/watchdog/activity.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace nopal {

/// Looks, from a thread of its own, whether the rank makes steps: what has no progress for `seconds` is told, and the
/// whole job is ended after as many seconds more. Every rank has its own and tells for itself; they do not communicate.
class Watchdog {
public:
  /// All must outlive the watchdog.
  Watchdog(const Session& session, const Activity& activity, const Variables& variables, double seconds,
           LastWords last_words);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

private:
  void watch();
  const Session& session_;
  const Activity& activity_;
  const Variables& variables_;
  double seconds_;
  LastWords last_words_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopped_ = false;
  std::thread thread_;
};

} // namespace nopal
