#pragma once
// The lines of `verbose` and `veryverbose` (docs/accelerator.md).

#include "core/accelerator/observer.hpp"
#include "core/accelerator/settings.hpp"
#include "core/accelerator/tracker.hpp"

#include <functional>
#include <string>

namespace nopal {

/// Writes a line for each call of a hook: "accelerator: iteration 3, evol: wavetoy::evolve on the device: nothing
/// copied". `veryverbose` adds lines with the states of slots.
class TextTrace final : public AcceleratorObserver {
public:
  /// `log` takes one line. `settings` must outlive this object.
  TextTrace(const Variables& variables, const Tracker& tracker, std::function<void(const std::string&)> log,
            const AcceleratorSettings& settings)
      : variables_(variables), tracker_(tracker), log_(std::move(log)), settings_(settings) {}

  void end(const HookEvent& event) override;

private:
  void states(const HookEvent& event) const;
  void states(std::span<const Clause> clauses) const;

  const Variables& variables_;
  const Tracker& tracker_;
  std::function<void(const std::string&)> log_;
  const AcceleratorSettings& settings_;
};

/// Returns what the hook did: "wavetoy::evolve on the device: nothing copied". It is empty for post_call_function and
/// pre_sync, because the lines of pre_call_function and post_sync say everything.
std::string hook_text(const Variables& variables, const HookEvent& event);

} // namespace nopal
