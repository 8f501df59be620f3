#pragma once
// Declarations from texts.

#include "core/declarations/thorn.hpp"

#include <gmock/gmock.h>

#include <string>

namespace nopal::test {

/// The thorn of the file "<name>.yaml". Its first line `thorn: <name>` is added. The test fails if there are errors.
inline ThornDeclaration thorn(const std::string& name, const std::string& text) {
  ErrorList errors;
  ThornDeclaration declaration = read_thorn_text("thorn: " + name + "\n" + text, name + ".yaml", errors);
  EXPECT_THAT(errors.messages(), ::testing::IsEmpty());
  return declaration;
}

} // namespace nopal::test
