#pragma once

namespace nopal::test {

/// Returns the number of calls of operator new in this process.
long allocations();

} // namespace nopal::test
