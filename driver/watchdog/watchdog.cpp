#include "driver/watchdog/watchdog.hpp"

#include "driver/watchdog/patience.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace nopal {

Watchdog::Watchdog(const Session& session, const Activity& activity, const Variables& variables, double seconds,
                   LastWords last_words)
    : session_(session), activity_(activity), variables_(variables), seconds_(seconds),
      last_words_(std::move(last_words)), thread_(&Watchdog::watch, this) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  stop_.notify_all();
  thread_.join();
}

void Watchdog::watch() {
  const std::chrono::duration<double> between_looks(std::clamp(seconds_ / 20, 0.001, 1.0));
  Patience patience(seconds_);
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, between_looks, [this] { return stopped_; })) {
    switch (patience.look(activity_.steps(), session_.seconds())) {
    case Patience::Verdict::wait:
      break;
    case Patience::Verdict::stuck:
      tell(session_, fmt::format("no progress for {} s: {}", seconds_, activity_text(activity_.state(), variables_)));
      break;
    case Patience::Verdict::moves_again:
      tell(session_, "the run makes progress again");
      break;
    case Patience::Verdict::give_up:
      tell(session_, fmt::format("no progress for another {} s: the job ends here (driver.watchdog)", seconds_));
      last_words_(fmt::format("no progress for {} s: {}", 2 * seconds_, activity_text(activity_.state(), variables_)));
      end_job(session_);
    }
  }
}

} // namespace nopal
