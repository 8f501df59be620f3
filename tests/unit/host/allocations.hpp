#pragma once

namespace nopal::test {

/// How often operator new has been called in this process.
long allocations();

} // namespace nopal::test
