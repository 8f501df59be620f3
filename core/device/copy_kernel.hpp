#pragma once
// The kernel that works through a CopyTable, for OpenCL C and CUDA C++ alike.

namespace nopal {

/// Source of two entry points with the same arguments (table, entries, rows or words in all, copy_buffers buffers):
/// nopal_copy_rows, one work-item per copy_rows_per_item rows, for CPUs; nopal_copy_words, one per word, for GPUs.
/// To be preceded by DeviceQueues::dialect(), which defines NOPAL_KERNEL, NOPAL_FUNCTION, NOPAL_GLOBAL and
/// NOPAL_ITEM (the index of the work-item along the first axis, a long).
extern const char* const copy_kernel;

constexpr long copy_rows_per_item = 32;

} // namespace nopal
