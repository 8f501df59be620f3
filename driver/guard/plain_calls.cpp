#include "driver/guard/plain_calls.hpp"

#include "driver/guard/state_before.hpp"
#include "driver/session/failure.hpp"
#include "driver/sudden_end/child.hpp"

#include <spdlog/spdlog.h>

namespace nopal {

void PlainCalls::call(ThornFunction function, Call& call, const Routine& routine) {
  const StateBefore before(folder_);
  const std::exception_ptr failure = failure_of([&] { function(call); });
  refuse_child();
  const std::string changed = before.restore();
  if (!changed.empty() && told_.insert(routine.id).second)
    spdlog::warn("{}: {} changes for all routines: {}; nopal has set it back, and does so after each call: set it back "
                 "before the function ends",
                 routine.where.text(), routine.full_name(), changed);
  if (failure) std::rethrow_exception(failure);
}

} // namespace nopal
