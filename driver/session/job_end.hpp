#pragma once
// Ways to end that nothing can stop, and errors on which all ranks have agreed.

#include "core/base/error.hpp"

namespace nopal {

/// An error that all ranks throw with the same text, which names the routine already.
class AgreedError : public Error {
public:
  using Error::Error;
};

/// Whether end_job() has been called: MPI may end the process now.
bool job_ends();
/// Ends this process at once: nothing is flushed, and no handler is called. Safe in signal handlers.
[[noreturn]] void end_process(int code);

} // namespace nopal
