#include "core/accelerator/event.hpp"

namespace nopal {

namespace {

/// By EventKind.
constexpr const char* words[] = {"never written",
                                 "written",
                                 "invalidated by a write",
                                 "copied",
                                 "moved",
                                 "synchronised",
                                 "new timelevel after the cycle of timelevels",
                                 "copied from the past timelevel",
                                 "reported as modified",
                                 "storage switched off"};

const char* preposition(EventKind kind) {
  switch (kind) {
  case EventKind::invalidated:
    return " of ";
  case EventKind::copied:
  case EventKind::moved:
    return " for ";
  default:
    return " by ";
  }
}

} // namespace

std::string text(const Event& event, std::string_view routine) {
  std::string result = words[static_cast<int>(event.kind)];
  if (event.kind == EventKind::nothing) return result;
  if (!routine.empty()) result.append(preposition(event.kind)).append(routine);
  return result + " at iteration " + std::to_string(event.iteration);
}

} // namespace nopal
