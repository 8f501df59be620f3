#pragma once
// Ends the whole job from any thread, without the help of the other ranks.

#include "driver/session/session.hpp"

#include <functional>
#include <string>

namespace nopal {

/// Writes "nopal: rank 1: …" to standard error in one piece; a run with one rank omits the number. May be called from
/// any thread.
void tell(const Session& session, const std::string& text);

/// Called, from any thread, with the reason just before end_job().
using LastWords = std::function<void(const std::string& text)>;

/// Ends the processes of all ranks with a nonzero exit code, whatever they are doing. Asks MPI to do so; if MPI does
/// not answer, ends this process, and the launcher then ends the others. May be called from any thread.
[[noreturn]] void end_job(const Session& session);

} // namespace nopal
