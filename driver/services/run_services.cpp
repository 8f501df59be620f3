#include "driver/services/run_services.hpp"

#include "driver/session/failure.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

void RunServices::about_to(const std::string& what) const {
  if (watch_ != nullptr) watch_->about_to(what);
}

void RunServices::together(const std::function<void()>& step) {
  about_to("runs a step on all ranks (together)");
  nopal::together(session_, step);
}

void RunServices::recover(const Recovery& recovery) {
  about_to("goes on from a checkpoint (recover)");
  recovered_ = recovery;
}

void RunServices::before_checkpoints(std::function<void()> complete, std::function<double()> seconds) {
  about_to("registers a function for checkpoints (before_checkpoints)");
  before_checkpoints_.push_back({std::move(complete), std::move(seconds)});
}

void RunServices::info(const std::string& text) { spdlog::info("{}", text); }

void RunServices::warn(const std::string& text) { spdlog::warn("{}", text); }

void RunServices::request_call(const std::string& item) {
  if (!run_.description.schedule.has_item(item))
    throw Error("a call of '" + item + "' was requested, but no active thorn schedules it: name it as thorn::item");
  about_to("requests a call of " + item);
  requested_calls_.insert(item);
  if (first_requested_call_.empty()) first_requested_call_ = item;
}

void RunServices::complete_output() {
  about_to("completes all output");
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
