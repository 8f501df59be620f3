#include "core/kernels/kernel_fault.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace nopal {

namespace {

/// Handlers of SIGABRT can reach no other data.
struct Fault {
  std::atomic<bool> claimed{false}, written{false};
  char text[1024]{};
};
Fault fault; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// Only the first thread reports its fault. The others wait for the end of the process.
void claim() {
  if (!fault.claimed.exchange(true)) return;
  for (;;) pause();
}

[[noreturn]] void end() {
  fault.written.store(true, std::memory_order_release);
  std::abort();
}

} // namespace

void end_at_division(const KernelLine& where) {
  claim();
  std::snprintf(fault.text, sizeof fault.text,
                "%s:%u: an integer is divided by 0, or a remainder of such a division is taken: test the divisor first",
                where.file, where.line);
  end();
}

void end_at_index(const KernelLine& where, const char* array, std::int64_t index) {
  claim();
  std::snprintf(fault.text, sizeof fault.text,
                "%s:%u: the index %lld is outside of a local array, %s: correct the index or the array's size",
                where.file, where.line, static_cast<long long>(index), array);
  end();
}

const char* fault_text() { return fault.written.load(std::memory_order_acquire) ? fault.text : nullptr; }

} // namespace nopal
