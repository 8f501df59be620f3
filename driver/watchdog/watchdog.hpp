#pragma once
// Ends runs that make no progress (docs/guard.md).

#include "driver/session/failure.hpp"
#include "driver/watchdog/activity.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace nopal {

/// Checks, on its own thread, whether this rank makes steps. If it makes none for `seconds`, says what the rank is
/// doing; after the same time again, ends the whole job. Every rank has its own watchdog; watchdogs do not communicate.
class Watchdog {
public:
  /// All arguments must outlive the watchdog.
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
