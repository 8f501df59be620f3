#pragma once
// Puts the events of a run on the timeline: spans of hooks and of other work, causes of copies, changes of validity.

#include "core/accelerator/run_observer.hpp"
#include "core/accelerator/tracker.hpp"
#include "core/trace/timeline.hpp"

namespace nopal {

class TimelineObserver final : public RunObserver {
public:
  explicit TimelineObserver(Timeline& timeline) : timeline_(timeline) {}

  /// From this call on, changes of validity are noted.
  void watch(const Tracker& tracker);

  void begin(Hook hook) override;
  void end(const HookEvent& event) override;
  void abandon(Hook hook) override;
  void begin_work(Work work, std::string_view name, std::string_view cause) override;
  void end_work() override;
  void messages_posted(std::span<const PendingMessage> messages) override;

private:
  void explain_spans(std::size_t first, const HookEvent& event, std::int32_t by);
  void complete_copies(std::size_t first, const HookEvent& event);
  void note_changes(const HookEvent& event, std::int32_t by);
  void note_writes(const HookEvent& event, ValidityChange change);

  Timeline& timeline_;
  const Tracker* tracker_ = nullptr;
  std::vector<std::size_t> hooks_;   ///< spans of the hooks that are not done yet
  std::vector<std::size_t> work_;    ///< spans of the work that is not done yet
  std::optional<SeenValidity> seen_; ///< validity after the last event
  std::int32_t events_ = 0;
};

} // namespace nopal
