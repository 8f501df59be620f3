#pragma once
// The errors of a declaration, as messages.

#include "core/declarations/thorn.hpp"

namespace nopal::test {

/// The errors of the file "t.yaml". Its first line `thorn: t` is added.
inline std::vector<std::string> errors_of(const std::string& text) {
  ErrorList errors;
  read_thorn_text("thorn: t\n" + text, "t.yaml", errors);
  return errors.messages();
}

} // namespace nopal::test
