#pragma once
// A stack of its own for the signal handlers of a thread.

namespace nopal {

/// Gives the calling thread a stack for signal handlers, unless it has one or there is no memory. So a handler can run,
/// and say what happened, after the thread's own stack is full. The first call of a thread makes a system call; later
/// calls do nothing. Threads that run code of thorns call this first.
void use_signal_stack();

} // namespace nopal
