#pragma once
// What a signal says about a fault, in words.

#include "driver/sudden_end/signal_line.hpp"

#include <csignal>
#include <cstdint>

namespace nopal {

/// What is known beside the signal itself.
struct SignalCircumstances {
  int probe = -1;                                    ///< the writing end of an empty pipe
  bool guard = false;                                ///< the run has accelerator.guard
  bool bounds = false;                               ///< the run has driver.check_bounds
  const char* terminated = nullptr;                  ///< why std::terminate() was called; null: it was not
  const char* reason = nullptr;                      ///< why abort() was called; null: nobody said so
  std::uintptr_t library_begin = 0, library_end = 0; ///< the code of the C library
};

/// Adds "SIGSEGV: it accessed memory at 0x8 that it may not access; …". `context` is the third argument of the signal
/// handler. Safe in signal handlers.
void add_signal_text(SignalLine& line, int number, const siginfo_t& info, const void* context,
                     const SignalCircumstances& around);

/// Whether the signal is SIGALRM, SIGPIPE, SIGXFSZ or SIGXCPU. The system sends these when a timer has run out, nobody
/// reads a pipe, or a limit is reached. So the stack at that moment explains nothing.
bool is_of_system(int number);

/// Whether the C library has called abort() with this text because it found its memory damaged.
bool is_damage(const char* reason);

} // namespace nopal
