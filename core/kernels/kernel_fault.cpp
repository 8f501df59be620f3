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

template <class... Values> FaultText written(const char* format, Values... values) {
  FaultText found{};
  std::snprintf(found.text, sizeof found.text, format, values...);
  return found;
}

} // namespace

FaultText division_fault(std::int64_t dividend, std::int64_t divisor) {
  if (divisor == 0)
    return written(
        "an integer is divided by 0, or a remainder of such a division is taken (the dividend is %lld): test "
        "the divisor first",
        static_cast<long long>(dividend));
  return written("the smallest integer, %lld, is divided by %lld, which gives no integer of its type: test it first",
                 static_cast<long long>(dividend), static_cast<long long>(divisor));
}

FaultText range_fault(std::int64_t left, char operation, std::int64_t right, unsigned bits) {
  return written("the result of %lld %c %lld does not fit into an integer of %u bits: %s", static_cast<long long>(left),
                 operation, static_cast<long long>(right), bits,
                 bits < 64 ? "compute with an int, which has 64, such as (int)100000*100000" : "compute with reals");
}

FaultText index_fault(std::int64_t index, const char* array) {
  return written("the index %lld is outside of a local array, %s: correct the index or the array's size",
                 static_cast<long long>(index), array);
}

FaultText shift_fault(std::int64_t bits) {
  return written(
      "the bits of an integer are shifted by %lld, which is negative or as many as it has, or more: test the "
      "number first",
      static_cast<long long>(bits));
}

FaultText conversion_fault(double value) {
  return written("the real %.17g is made an integer, but no integer of this type is near it: test it first, or use "
                 "floor() or trunc(), which give reals",
                 value);
}

// Only the first thread reports its fault. The others wait for the end of the process.
void end_at(const KernelLine& where, const FaultText& found) {
  while (fault.claimed.exchange(true)) pause();
  std::snprintf(fault.text, sizeof fault.text, "%s:%u: %s", where.file, where.line, found.text);
  fault.written.store(true, std::memory_order_release);
  std::abort();
}

const char* fault_text() { return fault.written.load(std::memory_order_acquire) ? fault.text : nullptr; }

} // namespace nopal
