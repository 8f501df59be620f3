#pragma once
// The end of the whole job by a thread that is not MPI's.

#include "driver/session/session.hpp"

#include <functional>
#include <string>

namespace nopal {

/// "nopal: rank 1: …" on standard error, in one piece; without the number where there is one rank. From any thread.
void tell(const Session& session, const std::string& text);

/// Told why the job is about to be ended in this way, from any thread.
using LastWords = std::function<void(const std::string& text)>;

/// Ends the processes of all ranks with a nonzero code, from any thread, whatever the others are doing: MPI is asked
/// to, and where it does not answer, this process ends, which launchers take for a reason to end the rest.
[[noreturn]] void end_job(const Session& session);

} // namespace nopal
