#pragma once
// How many cases a test tries.

#include <cstdlib>
#include <string>

namespace nopal::test {

/// With sanitizers, a test of many sizes tries every third one: a case takes several times as long there. In the
/// optimised build it tries all, since a mistake of vectorised code may show at some sizes only.
#ifdef __SANITIZE_ADDRESS__
inline constexpr int next_size = 3;
#else
inline constexpr int next_size = 1;
#endif

/// Returns how many random cases a test tries: `few`, a third of them with sanitizers; or with NOPAL_LONG_TESTS=1
/// `many`, or as many as NOPAL_CASES says.
inline int number_of_cases(int few, int many) {
  const char* const is_long = std::getenv("NOPAL_LONG_TESTS");
  const char* const cases = std::getenv("NOPAL_CASES");
  if (is_long == nullptr || std::string(is_long) != "1") return few / next_size;
  return cases != nullptr ? std::atoi(cases) : many;
}

} // namespace nopal::test
