#include "driver/watchdog/activity.hpp"

#include <fmt/ranges.h>

namespace nopal {

namespace {

std::string place_of(const Activity::State& state) {
  if (state.routine != nullptr)
    return fmt::format("in {} on the {} ({}, iteration {})", state.routine->full_name(),
                       state.place == host_place ? "host" : "device", state.routine->bin, state.iteration);
  if (state.last != nullptr)
    return fmt::format("after {} ({}, iteration {})", state.last->full_name(), state.last->bin, state.iteration);
  return "before the first routine";
}

} // namespace

// The caller holds the mutex.
void Activity::step() {
  if (state_.loops.empty()) ++steps_;
}

void Activity::begin(Hook hook) {
  const std::lock_guard lock(mutex_);
  state_.hook = to_string(hook);
  if (hook == Hook::post_sync) {
    posted_.clear();
    is_done_.clear();
  }
  step();
}

void Activity::end(const HookEvent& event) {
  std::vector<Slot> copies;
  if (accelerator_ != nullptr) copies = accelerator_->copies_not_awaited();
  const std::lock_guard lock(mutex_);
  state_.copies = std::move(copies);
  state_.hook = nullptr;
  state_.iteration = event.iteration;
  if (event.hook == Hook::pre_call_function) {
    state_.routine = event.routine;
    state_.place = event.place;
  } else if (event.hook == Hook::post_call_function) {
    state_.last = state_.routine;
    state_.routine = nullptr;
  } else if (event.hook == Hook::pre_sync) {
    state_.sync = event.cause;
  } else if (event.hook == Hook::post_sync) {
    state_.sync.clear();
  }
  step();
}

void Activity::abandon(Hook /*hook*/) {
  const std::lock_guard lock(mutex_);
  state_.hook = nullptr;
  step();
}

void Activity::messages_posted(std::span<const PendingMessage> messages) {
  const std::lock_guard lock(mutex_);
  posted_.assign(messages.begin(), messages.end());
  is_done_.assign(messages.size(), 0);
  step();
}

void Activity::message_done(std::size_t message) {
  const std::lock_guard lock(mutex_);
  is_done_[message] = 1;
  step();
}

void Activity::looped(const LoopPass& pass) {
  const std::lock_guard lock(mutex_);
  std::vector<LoopPass>& loops = state_.loops;
  const bool runs = !loops.empty() && loops.back().item == pass.item;
  if (runs) loops.pop_back();
  if (pass.goes_on) loops.push_back(pass);
  step();
}

Activity::State Activity::state() const {
  const std::lock_guard lock(mutex_);
  State state = state_;
  for (std::size_t m = 0; m < posted_.size(); ++m)
    if (is_done_[m] == 0) state.messages.push_back(posted_[m]);
  return state;
}

std::string activity_text(const Activity::State& state, const Variables& variables) {
  std::string text = place_of(state);
  if (!state.sync.empty()) text += ", in the sync of " + state.sync;
  for (const LoopPass& loop : state.loops)
    text += fmt::format(", in the loop of {}: pass {} of \"while: {}\", {}", loop.item, loop.passes + 1, loop.condition,
                        loop.values);
  if (state.hook != nullptr) text += fmt::format(", in {} of the Accelerator", state.hook);
  std::vector<std::string> messages, copies;
  for (const PendingMessage& message : state.messages)
    messages.push_back(
        fmt::format("{} rank {} ({} bytes)", message.arrives ? "from" : "to", message.rank, message.bytes));
  for (const Slot slot : state.copies) copies.push_back(variables.text(slot));
  const auto listed = [](const std::vector<std::string>& list) {
    return list.empty() ? "none" : fmt::format("{}", fmt::join(list, ", "));
  };
  return fmt::format("{}\n  pending messages of a sync: {}\n  copies to the device that may still run: {}", text,
                     listed(messages), listed(copies));
}

} // namespace nopal
