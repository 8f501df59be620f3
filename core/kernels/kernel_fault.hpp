#pragma once
// Faults of a kernel that no exception can report, because they are found in the middle of an expression: an integer
// divided by 0, a result with more bits than integers have, an index outside of a local array, a shift by too many
// bits, and a real that is made an integer but that no integer can be. The bounds-checked versions of kernels look for
// them.

#include <cstdint>

namespace nopal {

/// A line of a .kernel file.
struct KernelLine {
  const char* file;
  std::uint32_t line;
};

/// What was found, and what to do. It needs no heap.
struct FaultText {
  char text[200];
};
/// Of `dividend / divisor` and `dividend % divisor`: the divisor is 0, or it is -1 and the dividend the smallest
/// number.
FaultText division_fault(std::int64_t dividend, std::int64_t divisor);
/// Of `left operation right`, such as 9223372036854775807 + 1, which does not fit into this many bits.
FaultText range_fault(std::int64_t left, char operation, std::int64_t right, unsigned bits);
/// `array`: about the array, such as its type, "'double [4]'".
FaultText index_fault(std::int64_t index, const char* array);
FaultText shift_fault(std::int64_t bits);
FaultText conversion_fault(double value);

/// Ends the process with SIGABRT, after the text for fault_text() is written. Any thread may call this.
[[noreturn]] void end_at(const KernelLine& where, const FaultText& found);

/// Returns "heat.kernel:12: an integer is divided by 0: …", why this process ends, or nullptr if no kernel is the
/// cause. Safe in signal handlers.
const char* fault_text();

} // namespace nopal
