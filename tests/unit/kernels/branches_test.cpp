#include "core/generator/branches.hpp"

#include <gmock/gmock.h>

#include <map>

namespace nopal::test {
namespace branches_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Branches of(const std::string& body) { return find_branches(body, {"u", "v"}, {"n"}); }

TEST(Branches, AreFoundWithTheirPlaces) {
  EXPECT_THAT(of("u(i,j,k) = min(v(i,j,k), 0.0);").places, IsEmpty());
  EXPECT_THAT(of("// if\n/* for\n while */ u(i,j,k) = 1.0 / dx; // ?").places, IsEmpty());
  EXPECT_THAT(of("real iffy = 1.0;\nif (x > 0.0) u(i,j,k) = 1.0;\nelse u(i,j,k) = x > 2.0 ? 1.0 : v(i,j,k);").places,
              ElementsAre("2:1 if", "3:25 ?"));
  EXPECT_THAT(of("const int a = x > 0.0 && v(i,j,k) > 0.0 || v(i+1,j,k) > 0.0;").places,
              ElementsAre("1:23 &&", "1:41 ||"));
  EXPECT_THAT(of("switch (mode) { default: u(i,j,k) = 0.0; }").places, ElementsAre("1:1 switch"));
}

TEST(Branches, AreLeftOutIfTheyHideNoAccess) {
  for (const char* body :
       {"const real a = v(i+1,j,k) - v(i,j,k);\nu(i,j,k) = a*v(i,j,k) > 0.0 ? 0.0 : a;",
        "real a = v(i,j,k);\nif (a > 1.0 && x < 0.0) a = 1.0; else { if (a < 0.0) a = 0.0; }\nu(i,j,k) = a;",
        "real a = 0.0;\nfor (int m = 0; m < n; ++m) { a += m; }\nu(i,j,k) = a;",
        "u(i,j,k) = sqrt(x > 0.0 ? x : 0.0) + v(i-2,j,k);"})
    EXPECT_THAT(of(body).places, IsEmpty()) << body;
}

TEST(Branches, HideAccessesInAllTheirParts) {
  for (const auto& [body, place] : std::map<std::string, std::string>{
           {"u(i,j,k) = x > 0.0 ? 1.0 : v (i+1,j,k);", "1:20 ?"},
           {"if (x > 0.0) { real a = 1.0; } else if (y > 0.0) u(i,j,k) = 1.0;", "1:1 if"},
           {"if (x > 0.0) if (y > 0.0) a = 1.0; else u(i,j,k) = 1.0;", "1:1 if"},
           {"if (x > 0.0) for (int m = 0; m < 3; ++m) { a += m; u(i,j,k) = a; }", "1:1 if"},
           {"if (x > 0.0) return;\nu(i,j,k) = 1.0;", "1:1 if"},
           {"for (int m = 0; m < n; ++m) u(i,j,k) += m;", "1:1 for"},
           {"int m = 1; if (x > 0.0) m = 2; u(i,j,k) = v(i+m,j,k);", "1:12 if"},
           {"const int m = x > 0.0 ? 1 : 2; u(i,j,k) = v(i,j,k - m);", "1:23 ?"}})
    EXPECT_THAT(of(body).places, Contains(place)) << body;
}

TEST(Branches, LoopsThatCountAreRecordable) {
  for (const char* loop : {"for (int m = 0; m < 3; ++m) a += m;", "for (int m = 1; m <= n + 2; m++) a += m;",
                           "for ( int m=0 ; m<count ; m += 2 ) { a += m; }"}) {
    EXPECT_TRUE(of(loop).recordable) << loop;
  }
  for (const char* loop :
       {"while (v(i,j,k) > 0.0) a += 1.0;", "do a *= 0.5; while (a > 1.0);", "for (int m = 0; m < 3; m += 0) a += m;",
        "for (int m = 0; m < 3; --m) a += m;", "for (real r = v(i,j,k); r > 1.0; r *= 0.5) a += r;",
        "for (;;) a += 1.0;", "for (int m = 0; m < 3 || a > 0.0; ++m) a += m;"})
    EXPECT_FALSE(of(loop).recordable) << loop;
}

TEST(Branches, NothingDividesByWhatDummyValuesMayMakeZero) {
  for (const char* body : {"const int m = v(i,j,k); u(i,j,k) = 10 / m;", "const int m = x; u(i,j,k) = i % (m + 1);",
                           "u(i,j,k) = 7 / n;", "int m = v(i,j,k), o = 3; u(i,j,k) = 7 / o;",
                           "int a = 9; int b = x; a /= b;", "int b = x; u(i,j,k) = 9 % /* b */ b;"})
    EXPECT_FALSE(of(body).recordable) << body;
  for (const char* body : {"const int m = 3; u(i,j,k) = m / 2;", "u(i,j,k) = v(i,j,k) / (dx*dx);",
                           "for (int m = 0; m < 3; ++m) u(i,j,k) = 1 / (1 + m);", "u(i,j,k) = i % 2;"})
    EXPECT_TRUE(of(body).recordable) << body;
}

TEST(Branches, NothingLeavesALocalArray) {
  EXPECT_TRUE(of("real a[3]; for (int m = 0; m < 3; ++m) a[m] = x; u(i,j,k) = a[2];").recordable);
  EXPECT_FALSE(of("real a[3]; for (int m = 0; m < n; ++m) a[m] = x;").recordable);
  EXPECT_FALSE(of("real a[3]; const int m = v(i,j,k); u(i,j,k) = a[m];").recordable);
}

} // namespace branches_test
} // namespace nopal::test
