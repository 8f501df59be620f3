#pragma once
// One mistake, or possible mistake, that a check of the declarations found.

#include "core/base/location.hpp"

#include <string>

namespace nopal {

enum class Severity { error, warning };

struct Finding {
  Severity severity = Severity::error;
  std::string routine; ///< the full name of the routine, item or group
  Location where;
  std::string text;
  std::string proposal; ///< the text to write in the declaration; empty: no proposal
};

} // namespace nopal
