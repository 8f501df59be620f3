#pragma once
// What this rank is doing: told by the Accelerator and the exchange, read by the watchdog's thread.

#include "core/accelerator/accelerator.hpp"
#include "driver/exchange/ghost_exchange.hpp"

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace nopal {

class Activity final : public AcceleratorObserver, public ExchangeObserver {
public:
  struct State {
    std::int64_t iteration = 0;
    const Routine* routine = nullptr;     ///< that runs; null: between routines
    Place place = host_place;             ///< where
    const Routine* last = nullptr;        ///< that ran before; null: none yet
    const char* hook = nullptr;           ///< of the Accelerator, under way; null: none
    std::string sync;                     ///< who asked for the sync under way; empty: none
    std::vector<PendingMessage> messages; ///< of the sync, not yet received or sent
    std::vector<Slot> copies;             ///< to the device, not awaited
  };

  /// Grows with every step of the run: hooks, and messages of a sync.
  std::int64_t steps() const { return steps_.load(std::memory_order_relaxed); }
  State state() const;

  /// Whose copies are looked up after each hook; null: nobody's.
  void watch(const Accelerator* accelerator) { accelerator_ = accelerator; }

  void begin(Hook hook) override;
  void end(const HookEvent& event) override;
  void abandon(Hook hook) override;
  void posted(std::span<const PendingMessage> messages) override;
  void done(std::size_t message) override;

private:
  const Accelerator* accelerator_ = nullptr;
  std::atomic<std::int64_t> steps_ = 0;
  mutable std::mutex mutex_; ///< of what follows
  State state_;
  std::vector<PendingMessage> posted_; ///< of the sync under way
  std::vector<char> is_done_;          ///< by posted message
};

/// "no progress for 10 s: in heat::step on the device (evol, iteration 7)", then what is pending, a line each.
std::string activity_text(const Activity::State& state, const Variables& variables);

} // namespace nopal
