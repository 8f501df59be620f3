#pragma once
// Faults of a kernel that no exception can report, because they are found in the middle of an expression: an integer
// divided by 0, and an index outside of a local array. The bounds-checked versions of kernels look for them.

#include <cstdint>

namespace nopal {

/// A line of a .kernel file.
struct KernelLine {
  const char* file;
  std::uint32_t line;
};

/// Ends the process with SIGABRT, after the text for fault_text() is written. Any thread may call this.
[[noreturn]] void end_at_division(const KernelLine& where);
/// `array`: the type of the array, "'double [4]'".
[[noreturn]] void end_at_index(const KernelLine& where, const char* array, std::int64_t index);

/// Returns "heat.kernel:12: an integer is divided by 0: …", why this process ends, or nullptr if no kernel is the
/// cause. Safe in signal handlers.
const char* fault_text();

} // namespace nopal
