#pragma once
// Counts allocations. A program that links allocations.cpp has its operators new and delete.

namespace nopal::test {

/// Returns the number of calls of operator new in this process.
long allocations();

} // namespace nopal::test
