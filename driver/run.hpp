#pragma once
// `nopal run`, `nopal check` and `nopal plan`.

#include "driver/session/session.hpp"
#include "driver/setup/run_options.hpp"

namespace nopal {

/// Collective. Throws Error, or Reported if the failure has been told to the user.
void run(const Session& session, const RunOptions& options);

} // namespace nopal
