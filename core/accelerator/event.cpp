#include "core/accelerator/event.hpp"

namespace nopal {

namespace {

const char* words(EventKind kind) {
  switch (kind) {
  case EventKind::nothing:
    return "never written";
  case EventKind::wrote:
    return "written";
  case EventKind::invalidated:
    return "invalidated by a write";
  case EventKind::copied:
    return "copied";
  case EventKind::moved:
    return "moved";
  case EventKind::synced:
    return "synchronised";
  case EventKind::cycled:
    return "new timelevel after the cycle of timelevels";
  case EventKind::copied_from_past:
    return "copied from the past timelevel";
  case EventKind::notified:
    return "reported as modified";
  case EventKind::storage_off:
    return "storage switched off";
  }
  return "";
}

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
  std::string result = words(event.kind);
  if (event.kind == EventKind::nothing) return result;
  if (!routine.empty()) result.append(preposition(event.kind)).append(routine);
  return result + " at iteration " + std::to_string(event.iteration);
}

} // namespace nopal
