#pragma once
// The kernel that makes the copies of a CopyTable. Its text is both OpenCL C and CUDA C++.

namespace nopal {

/// Source of two entry points. In nopal_copy_rows, for CPUs, a work-item copies copy_rows_per_item rows; in
/// nopal_copy_words, for GPUs, one word. Both take: table, entries, total rows or words, copy_buffers buffers.
/// DeviceQueues::dialect() must stand before this text. It defines NOPAL_KERNEL, NOPAL_FUNCTION, NOPAL_GLOBAL and
/// NOPAL_ITEM (the index of the work-item along the first axis, a long).
extern const char* const copy_kernel;

constexpr long copy_rows_per_item = 32;

} // namespace nopal
