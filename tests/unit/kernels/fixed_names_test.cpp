// The integers of a loop's body that no data decide, and the branches that skip the same at each element.

#include "core/generator/fixed_names.hpp"

#include "core/generator/branches.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace fixed_names_test {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

FixedNames of(const std::string& body) { return fixed_names(body, {{"sides", 2}, {"links", 0}}); }

TEST(FixedNames, AreCountersAndConstants) {
  const FixedNames names =
      of("const int last = 3;\nfor (int n = 0; n <= last; ++n) {\n  const int next = n == 3 ? 0 : n + "
         "1;\n  for (int t = n; t < count(sides); t += 2) s += q(t, next);\n}");
  EXPECT_THAT(names.constant, UnorderedElementsAre("sides", "last", "n", "next", "t"));
  EXPECT_THAT(names.counting, UnorderedElementsAre("links"));
  EXPECT_TRUE(names.are_constant("2 * n - count(sides)"));
  EXPECT_FALSE(names.are_constant("n + m"));
  EXPECT_FALSE(names.are_fixed("q(0)"));
}

TEST(FixedNames, CountTheTargetsOfTheElement) {
  const FixedNames names = of("for (int t = 0; t < count(links); ++t) { const int other = t + 1; s += q(other, 0); }");
  EXPECT_THAT(names.constant, UnorderedElementsAre("sides"));
  EXPECT_THAT(names.counting, UnorderedElementsAre("links", "t", "other"));
  EXPECT_FALSE(names.are_constant("t"));
  EXPECT_TRUE(names.are_fixed("t + other"));
}

TEST(FixedNames, AreNotWhatDataDecide) {
  for (const char* body :
       {"const int n = m(0);", "int n = 1;", "for (int n = 0; n < m(0); ++n) {}", "for (int n = 0; n < 3; ++n) n = 2;",
        "for (int n = 0; n < order; ++n) {}", "const int m0 = m(0), n = 1;", "int a = 1, n = 2;",
        "for (int n = 0; n < 3; ++n) {} int n = 0;", "for (int n = 0; n < 3; ++n) --n;",
        "for (int n = 3; n > 0; --n) {}", "const int a = m(0); const int n = a + 1;"})
    EXPECT_FALSE(of(body).are_fixed("n")) << body;
}

std::vector<std::string> branches(const std::string& body) {
  return find_branches(body, {"q", "r"}, {}, of(body)).places;
}

TEST(FixedNames, DecideBranchesThatHideNothing) {
  for (const char* body :
       {"for (int n = 0; n < 4; ++n) q(n) = r(n);", "for (int t = 0; t < count(links); ++t) q(0) = r(t, 0);",
        "for (int n = 0; n < 4; ++n) { const int next = n == 3 ? 0 : n + 1; q(n) = r(next); }",
        "for (int n = 0; n < 4; ++n) if (n > 1 && n < 3) q(n) = r(n); else break;",
        "real s = 0.0; for (int n = 0; n < 4; ++n) { if (r(0) > 0.0) s = 1.0; q(n) = s; }"})
    EXPECT_THAT(branches(body), IsEmpty()) << body;
  for (const char* body :
       {"for (int n = 0; n < 4; ++n) if (r(0) > 0.0) q(n) = 1.0;", "if (r(0) > 0.0) q(0) = 1.0;",
        "for (int n = 0; n < 4; ++n) { if (r(0) > 0.0) break; q(n) = 1.0; }",
        "for (int t = 0; t < count(links); ++t) if (t == 2) q(0) = 1.0;", "if (count(links) > 2) q(0) = 1.0;",
        "q(0) = r(0) > 0.0 ? r(1) : 0.0;", "for (int n = 0; n < order; ++n) q(n) = 1.0;",
        "const real s = r(0); q(0) = s > 0.0 || r(1) > 0.0;"})
    EXPECT_EQ(branches(body).size(), 1) << body;
}

} // namespace fixed_names_test
} // namespace nopal::test
