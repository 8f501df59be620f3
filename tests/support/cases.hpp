#pragma once
// How many random cases a test tries.

#include <cstdlib>
#include <string>

namespace nopal::test {

/// Returns `few`, or with NOPAL_LONG_TESTS=1 `many`, or as many as NOPAL_CASES says.
inline int number_of_cases(int few, int many) {
  const char* const is_long = std::getenv("NOPAL_LONG_TESTS");
  const char* const cases = std::getenv("NOPAL_CASES");
  if (is_long == nullptr || std::string(is_long) != "1") return few;
  return cases != nullptr ? std::atoi(cases) : many;
}

} // namespace nopal::test
