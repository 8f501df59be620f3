#pragma once
// `nopal run`, `nopal check`, `nopal plan` and `nopal tune`.

#include "driver/command_line/command_line.hpp"
#include "driver/session/session.hpp"

namespace nopal {

/// Collective. Carries out one of these commands. Throws Error, or Reported if the failure has been told to the user.
void run(const Session& session, const CommandLine& line);

} // namespace nopal
