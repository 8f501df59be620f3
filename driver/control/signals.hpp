#pragma once
// The signals that a run handles.

#include <functional>
#include <thread>

namespace nopal {

/// While this object exists, SIGTERM, SIGINT and SIGUSR2 ask for the end of the run, and SIGUSR1 asks for a checkpoint.
/// A second signal of a kind that asks for the end ends the process at once. Only one object may exist at a time.
class Signals {
public:
  /// Called, on another thread, as soon as a signal arrives. `sender`: number of the process that sent it; 0: unknown.
  using Heard = std::function<void(int number, int sender)>;

  explicit Signals(Heard heard = {});
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// Returns the signal that asked for the end; 0 if none did.
  int termination() const;
  /// True if SIGUSR1 arrived since the last call.
  bool take_checkpoint();

private:
  void listen();
  Heard heard_;
  std::thread listener_; ///< a handler itself may not print
};

/// Returns "SIGTERM".
const char* signal_name(int number);

} // namespace nopal
