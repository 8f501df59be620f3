#pragma once
// How much work the analyses of kernels do. It is counted, not timed, so that tests can compare texts of two lengths.

#include <cstddef>

namespace nopal {

/// Characters and tokens that this thread has looked at so far.
inline thread_local std::size_t work_done = 0;

} // namespace nopal
