#pragma once
// One call of a hook, from its begin to its end.

#include "core/accelerator/observer.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace nopal {

/// The Coordinator's hooks return a HookCall. The caller of the hook executes the decision and then calls end(). If an
/// exception destroys the HookCall before end(), the observers get abandon().
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
