#include "driver/loop/run_services.hpp"

#include "driver/session/failure.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

void RunServices::together(const std::function<void()>& step) { nopal::together(*parts_.session, step); }

void RunServices::info(const std::string& text) { spdlog::info("{}", text); }

void RunServices::warn(const std::string& text) { spdlog::warn("{}", text); }

void RunServices::complete_output() {
  for (const auto& complete : before_checkpoints_) complete();
}

void RunServices::request(const std::string& reason, Ending how) {
  if (requested_ != Ending::complete) requested_ = how;
  if (!termination_reason_.empty()) return;
  spdlog::info("the run ends after this iteration: {}", reason);
  termination_reason_ = reason.empty() ? "no reason was given" : reason;
}

} // namespace nopal
