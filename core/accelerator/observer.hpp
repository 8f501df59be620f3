#pragma once
// The calls of hooks, and the events that observers of the Accelerator get. Observers are the text trace, a plan, a
// timeline, the watchdog.

#include "core/accelerator/sync_decision.hpp"
#include "core/schedule/routine.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace nopal {

enum class Hook {
  pre_call_function,
  post_call_function,
  reduce_totals,
  pre_sync,
  post_sync,
  cycle,
  copy_back,
  copy_from_past,
  notify_data_modified,
  require_invalid_data,
  require_valid_data,
  storage_off
};

/// Returns "pre_call_function", "copyback", ...
const char* to_string(Hook hook);

/// The beginning of HookEvent::cause if a function has asked for points by Call::interpolate(). Its name follows.
inline constexpr std::string_view interpolation_cause = "call.interpolate() of ";

/// One call of a hook. The spans are valid only during the call of the observer.
struct HookEvent {
  Hook hook = Hook::cycle;
  std::int64_t iteration = 0;
  const Routine* routine = nullptr; ///< for pre_ and post_call_function, reduce_totals, copy_back_written
  std::string_view cause{};         ///< who asked; for pre_sync, post_sync, require_valid_data
  Place place = host_place;         ///< for pre_ and post_call_function, reduce_totals, notify_data_modified, require_*
  std::span<const Transfer> copies{};        ///< one for each order and part
  std::span<const SyncOrder> syncs{};        ///< for pre_sync and post_sync
  Counters strips{};                         ///< for post_sync: transfers of packed strips, both directions
  std::span<const StripBytes> strip_bytes{}; ///< for post_sync, one for each element of syncs; the sum is `strips`
  std::span<const MessageSize> messages{};   ///< for pre_sync and post_sync, one for each neighbour
  std::span<const PastOrder> pasts{};        ///< for copy_from_past
  std::span<const Clause> clauses{};         ///< for notify_data_modified, require_invalid_data, require_valid_data
  std::span<const int> variables{};          ///< for cycle, copy_from_past, storage_off
};

/// Gets each call of a hook: begin(), then end() or abandon(). Calls may be nested.
class AcceleratorObserver {
public:
  virtual ~AcceleratorObserver() = default;
  /// The hook was called. Its copies follow.
  virtual void begin(Hook /*hook*/) {}
  /// The hook is done, and validity is up to date.
  virtual void end(const HookEvent& event) = 0;
  /// The hook has thrown an exception. No end() follows.
  virtual void abandon(Hook /*hook*/) {}
};

/// One call of a hook, from its begin to its end. The Coordinator's hooks return it. The caller of the hook executes
/// the decision and then calls end(). If an exception destroys the HookCall before end(), the observers get abandon().
class [[nodiscard]] HookCall {
public:
  using Observers = std::vector<AcceleratorObserver*>;

  /// A call that no observer gets.
  HookCall() = default;
  HookCall(const Observers& observers, Hook hook) : observers_(observers.empty() ? nullptr : &observers), hook_(hook) {
    if (watched()) begin();
  }
  HookCall(HookCall&& other) noexcept
      : observers_(std::exchange(other.observers_, nullptr)), hook_(other.hook_), event_(other.event_) {}
  HookCall& operator=(HookCall&&) = delete;
  ~HookCall() {
    if (watched()) abandon();
  }

  /// Whether any observer gets the call. If none does, no event needs to be set.
  bool watched() const { return observers_ != nullptr; }
  Hook hook() const { return hook_; }
  void set(const HookEvent& event) { event_ = event; }
  /// Gives the event to the observers.
  void end() {
    if (watched()) tell();
  }

private:
  void begin() const;
  void tell();
  void abandon() noexcept;

  const Observers* observers_ = nullptr; ///< null: nobody gets the end
  Hook hook_ = Hook::cycle;
  std::optional<HookEvent> event_;
};

} // namespace nopal
