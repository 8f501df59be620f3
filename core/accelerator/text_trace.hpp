#pragma once
// The lines of `verbose` and `veryverbose` (docs/accelerator.md).

#include "core/accelerator/observer.hpp"
#include "core/accelerator/tracker.hpp"

#include <functional>
#include <string>

namespace nopal {

struct TextTraceSettings {
  bool states = false;    ///< for veryverbose: lines with the states of slots follow each line
  std::int64_t first = 0; ///< the first iteration that gets lines
  std::int64_t last = -1; ///< the last iteration that gets lines; -1: no limit
  bool covers(std::int64_t iteration) const { return iteration >= first && (last < 0 || iteration <= last); }
};

/// Writes a line for each call of a hook.
class TextTrace final : public AcceleratorObserver {
public:
  /// `log` takes one line.
  TextTrace(const Variables& variables, const Tracker& tracker, std::function<void(const std::string&)> log,
            const TextTraceSettings& settings)
      : variables_(variables), tracker_(tracker), log_(std::move(log)), settings_(settings) {}

  void end(const HookEvent& event) override;

private:
  void states(const HookEvent& event) const;
  void states(std::span<const Clause> clauses) const;

  const Variables& variables_;
  const Tracker& tracker_;
  std::function<void(const std::string&)> log_;
  TextTraceSettings settings_;
};

/// Returns "host->device wavetoy::phi@1 (interior, boundary) 81608 bytes; …", or "nothing copied".
std::string copies_text(const Variables& variables, std::span<const Transfer> records);

/// Returns what the hook did: "wavetoy::evolve on the device: nothing copied". It is empty for post_call_function and
/// pre_sync, because the lines of pre_call_function and post_sync say everything.
std::string hook_text(const Variables& variables, const HookEvent& event);

/// As hook_text, with iteration and bin: "accelerator: iteration 3, evol: wavetoy::evolve on the device: nothing
/// copied".
std::string event_text(const Variables& variables, const HookEvent& event);

} // namespace nopal
