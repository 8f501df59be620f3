#pragma once
// What the C library says to a handler of its signals.

#include "driver/sudden_end/signal_text.hpp"

namespace nopal {

/// Finds where the code of the C library lies, and where it keeps the reason of its calls of abort(). Loads what
/// handlers need later to print the stack.
void find_c_library(SignalCircumstances& around);

/// Returns the reason of the last abort() that the C library has called, such as "free(): invalid pointer" or the text
/// of an assertion; null: it has called none, or does not keep it. Safe in signal handlers.
const char* abort_reason();

} // namespace nopal
