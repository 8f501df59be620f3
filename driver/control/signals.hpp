#pragma once
// Signals that a run answers.

namespace nopal {

/// While this lives, SIGTERM and SIGINT ask for the end of the run and SIGUSR1 asks for a checkpoint; nothing else
/// happens when they arrive. The same signal again (not SIGUSR1) ends the process at once, as it would without this.
/// One at a time.
class Signals {
public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// The signal that has asked for the end; 0: none has.
  int termination() const;
  /// Whether SIGUSR1 has come since this was asked last.
  bool take_checkpoint();
};

} // namespace nopal
