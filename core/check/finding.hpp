#pragma once
// What a check of declarations found.

#include "core/base/location.hpp"

#include <string>

namespace nopal {

enum class Severity { error, warning };

struct Finding {
  Severity severity = Severity::error;
  std::string routine; ///< its full name
  Location where;
  std::string text;
  std::string proposal; ///< the clause to write; may be empty
};

} // namespace nopal
