#include "core/trace/span.hpp"

namespace nopal {

const char* to_string(SpanKind kind) {
  constexpr const char* names[] = {"iteration", "bin",  "routine", "output",   "function",  "kernel", "launch",
                                   "hook",      "pack", "unpack",  "exchange", "reduction", "wait",   "copy"};
  return names[static_cast<int>(kind)];
}

const char* to_string(CauseKind kind) {
  constexpr const char* names[] = {"uncounted", "routine", "sync", "copyback", "hook"};
  return names[static_cast<int>(kind)];
}

} // namespace nopal
