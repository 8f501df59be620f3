#pragma once
// Observes what this rank is doing, for the watchdog.

#include "core/accelerator/accelerator.hpp"
#include "core/accelerator/run_observer.hpp"

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace nopal {

/// Gets its events on the thread of the run. The thread of the watchdog reads steps() and state().
class Activity final : public RunObserver {
public:
  struct State {
    std::int64_t iteration = 0;
    const Routine* routine = nullptr;     ///< the routine that runs; null: between routines
    Place place = host_place;             ///< where it runs
    const Routine* last = nullptr;        ///< the routine that ran before; null: none yet
    const char* hook = nullptr;           ///< hook of the Accelerator that runs; null: none
    std::string sync;                     ///< who asked for the sync that runs; empty: no sync runs
    std::vector<LoopPass> loops;          ///< loops of the schedule that run, outermost first
    std::vector<PendingMessage> messages; ///< messages of the sync that are not done
    std::vector<Slot> copies;             ///< copies to the device that were not waited for
  };

  /// Returns a number that grows with every step: the begin and end of a hook or of a message of a sync. A loop of the
  /// schedule counts as one step, so a loop that never ends makes no progress.
  std::int64_t steps() const { return steps_.load(std::memory_order_relaxed); }
  State state() const;

  /// Sets the Accelerator that is asked for its pending copies after each hook; null: none.
  void watch(const Accelerator* accelerator) { accelerator_ = accelerator; }

  void begin(Hook hook) override;
  void end(const HookEvent& event) override;
  void abandon(Hook hook) override;
  void messages_posted(std::span<const PendingMessage> messages) override;
  void message_done(std::size_t message) override;
  void looped(const LoopPass& pass) override;

private:
  void step();
  const Accelerator* accelerator_ = nullptr;
  std::atomic<std::int64_t> steps_ = 0;
  mutable std::mutex mutex_; ///< protects all members below
  State state_;
  std::vector<PendingMessage> posted_; ///< messages of the sync that runs
  std::vector<char> is_done_;          ///< for each posted message
};

/// Returns "in heat::step on the device (evol, iteration 7)", then a line of pending messages and a line of copies.
std::string activity_text(const Activity::State& state, const Variables& variables);

} // namespace nopal
