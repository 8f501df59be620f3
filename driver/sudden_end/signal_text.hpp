#pragma once
// What a signal says about a fault, in words.

#include "driver/sudden_end/signal_line.hpp"

#include <csignal>

namespace nopal {

/// Adds "SIGSEGV: it accessed memory at 0x8 that it may not access; …". `probe` is the writing end of an empty pipe.
/// `context` is the third argument of the signal handler. Safe in signal handlers.
void add_signal_text(SignalLine& line, int number, const siginfo_t& info, const void* context, int probe);

} // namespace nopal
