#pragma once
// The signals that a run handles.

namespace nopal {

/// While this object exists, SIGTERM and SIGINT ask for the end of the run, and SIGUSR1 asks for a checkpoint. A second
/// SIGTERM or SIGINT ends the process at once. Only one object may exist at a time.
class Signals {
public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// Returns the signal that asked for the end; 0 if none did.
  int termination() const;
  /// True if SIGUSR1 arrived since the last call.
  bool take_checkpoint();
};

} // namespace nopal
