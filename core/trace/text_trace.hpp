#pragma once
// Lines of `verbose` and `veryverbose`; docs/accelerator.md documents them.

#include "core/accelerator/observer.hpp"

#include <functional>
#include <string>

namespace nopal {

class TextTrace final : public AcceleratorObserver {
public:
  /// log: takes one line. States of slots follow each line where `very_verbose`.
  TextTrace(const Variables& variables, const Tracker& tracker, std::function<void(const std::string&)> log,
            bool very_verbose)
      : variables_(variables), tracker_(tracker), log_(std::move(log)), very_verbose_(very_verbose) {}

  void end(const HookEvent& event) override;

private:
  void states(const HookEvent& event) const;
  void states(std::span<const Clause> clauses) const;

  const Variables& variables_;
  const Tracker& tracker_;
  std::function<void(const std::string&)> log_;
  bool very_verbose_;
};

/// "host->device wavetoy::phi@1 (interior, boundary) 81608 bytes; …": copies of one event, or "nothing copied".
std::string copies_text(const Variables& variables, std::span<const TransferRecord> records);

/// "accelerator: iteration 3, evol: wavetoy::evolve on the device: nothing copied"; empty for an event that says
/// nothing beyond another one (post_call_function, pre_sync).
std::string event_text(const Variables& variables, const HookEvent& event);

} // namespace nopal
