#pragma once
// One mistake, or possible mistake, that a check of the declarations found.

#include "core/base/location.hpp"

#include <string>

namespace nopal {

enum class Severity { error, warning };

struct Finding {
  Severity severity = Severity::error;
  std::string routine; ///< full name of the routine, item or group
  Location where;
  std::string text;
  std::string proposal; ///< what to write in the declaration; empty: nothing is proposed
};

} // namespace nopal
