#pragma once
// Lines of `verbose` and `veryverbose`; docs/accelerator.md documents them.

#include "core/accelerator/observer.hpp"
#include "core/accelerator/tracker.hpp"

#include <functional>
#include <string>

namespace nopal {

struct TextTraceSettings {
  bool states = false;    ///< the states of slots follow each line (veryverbose)
  std::int64_t first = 0; ///< iteration
  std::int64_t last = -1; ///< iteration; -1: no limit
  bool covers(std::int64_t iteration) const { return iteration >= first && (last < 0 || iteration <= last); }
};

class TextTrace final : public AcceleratorObserver {
public:
  /// log: takes one line.
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

/// "host->device wavetoy::phi@1 (interior, boundary) 81608 bytes; …": copies of one event, or "nothing copied".
std::string copies_text(const Variables& variables, std::span<const Transfer> records);

/// What the hook did: "wavetoy::evolve on the device: nothing copied"; empty where it says nothing beyond another one
/// (post_call_function, pre_sync).
std::string hook_text(const Variables& variables, const HookEvent& event);

/// The same with when: "accelerator: iteration 3, evol: wavetoy::evolve on the device: nothing copied".
std::string event_text(const Variables& variables, const HookEvent& event);

} // namespace nopal
