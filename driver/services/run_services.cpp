#include "driver/services/run_services.hpp"

#include "driver/session/failure.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

void RunServices::together(const std::function<void()>& step) { nopal::together(session_, step); }

void RunServices::info(const std::string& text) { spdlog::info("{}", text); }

void RunServices::warn(const std::string& text) { spdlog::warn("{}", text); }

void RunServices::request_call(const std::string& item) {
  if (!run_.description.schedule.has_item(item))
    throw Error("a call of '" + item + "' was requested, but no active thorn schedules it: name it as thorn::item");
  requested_calls_.insert(item);
  if (first_requested_call_.empty()) first_requested_call_ = item;
}

void RunServices::complete_output() {
  for (const BeforeCheckpoints& output : before_checkpoints_) output.complete();
}

double RunServices::completion_seconds() const {
  double seconds = 0;
  for (const BeforeCheckpoints& output : before_checkpoints_) seconds += output.seconds();
  return seconds;
}

void RunServices::set_agreement(const Agreement& agreed) {
  if (checkpoint_wanted_ && !was_asked_)
    warn("a user asked for a checkpoint, but no active thorn writes any: add checkpoint to \"thorns:\"");
  was_asked_ = false;
  seconds_ = agreed.seconds;
  checkpoint_wanted_ = agreed.checkpoint;
}

void RunServices::request(const std::string& reason, Ending how) {
  if (requested_ != Ending::complete) requested_ = how;
  if (!termination_reason_.empty()) return;
  termination_reason_ = reason.empty() ? "no reason was given" : reason;
  spdlog::info("the run ends after this iteration: {}", termination_reason_);
}

} // namespace nopal
