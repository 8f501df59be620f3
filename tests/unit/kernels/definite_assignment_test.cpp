// Locals that a kernel may use before they have a value.

#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace definite_assignment_test {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::vector<std::string> check(const std::string& body) {
  KernelDeclaration kernel;
  kernel.thorn = "wave";
  kernel.name = "evolve";
  kernel.path = "k";
  kernel.arguments = {{"u", "wave::u@0", ArgumentKind::field, Access::write},
                      {"c", "wave::c", ArgumentKind::real},
                      {"n", "wave::n", ArgumentKind::integer}};
  ErrorList errors;
  check_body(kernel, body, errors);
  return errors.messages();
}

std::vector<std::string> check_of_edges(const std::string& body) {
  KernelDeclaration loop;
  loop.thorn = "graph";
  loop.name = "add";
  loop.path = "k";
  loop.arguments = {{"q", "graph::q@0", ArgumentKind::dat, Access::write}};
  loop.arguments.front().axes = 1;
  loop.loop.emplace();
  loop.loop->maps = {{"graph::ends", 2}, {"graph::around", 0}};
  ErrorList errors;
  check_body(loop, body, errors);
  return errors.messages();
}

TEST(Locals, ThatEachWaySetsArePassed) {
  for (const char* ways : {
           "if (c > 0.0) v = 2.0; else v = 1.0;",
           "if (c > 0.0) v = 2.0; else return;",
           "if (n == 1) v = 1.0; else if (n == 2) { v = 2.0; } else { v = 3.0; }",
           "if (true) v = 1.0;",
           "for (int m = 0; m < 3; ++m) v = m;",
           "const int last = 3; for (int m = 0; m <= last; m++) { v = m; if (m == 1) break; }",
           "int m; for (m = 3; m > 0; --m) v = m;",
           "switch (n) { case 1: v = 1.0; break; case 2: v = 2.0; break; default: v = 3.0; }",
           "switch (n) { case 1: case 2: v = 2.0; break; default: return; }",
           "do { v = 1.0; } while (v < 0.0);",
           "while (true) { v = 1.0; if (v > c) break; v = 2.0; }",
           "for (;;) { if (c > 1.0) { v = 1.0; break; } }",
           "if (c < 0.0 || (v = 2.0) < 1.0) return;",
           "if (!(c > 0.0 && (v = 2.0) > 1.0)) return;",
           "c > 0.0 ? (v = 1.0) : (v = 2.0);",
           "if (n == 1 ? c > 0.0 : c < 0.0) v = 1.0; else v = 2.0;",
           "real s; v = s = 2.0;",
           "{ real v = 1.0; u(i,j,k) = v; } v = 2.0;",
           "(v) = sizeof(v);",
           "const real* p = &v;",
           "if (c > 0.0) v = 1.0; else for (;;) { }",
       })
    EXPECT_THAT(check(std::string("real v; ") + ways + " u(i,j,k) = v;"), IsEmpty()) << ways;
  EXPECT_THAT(check_of_edges("real v; for (int e = 0; e < count(ends); ++e) v = e; q(0) = v;"), IsEmpty());
}

TEST(Locals, ThatAWayLeavesWithoutValueAreRefused) {
  for (const char* ways : {
           "",
           "if (c > 0.0) v = 2.0;",
           "for (int m = 0; m < n; ++m) v = m;",
           "for (int m = 0; m < 3; ++m) { if (m > c) break; v = m; }",
           "for (int m = 0; m < 3; ++m) { if (m > c) continue; v = m; }",
           "while (c < 2.0) { v = 1.0; break; }",
           "do { if (c > 2.0) break; v = 1.0; } while (c < 1.0);",
           "switch (n) { case 1: v = 1.0; break; case 2: v = 2.0; }",
           "switch (n) { case 1: break; default: v = 3.0; }",
           "switch (n) { case 1: v = 1.0; case 2: u(i,j,k) = c; break; default: return; }\nif (c == true) v = 1.0;",
           "if (c > 0.0 && (v = 2.0) > 1.0) u(i,j,k) = v;",
           "c > 0.0 ? (v = 1.0) : 2.0;",
           "{ real v = 1.0; u(i,j,k) = v; }",
       })
    EXPECT_THAT(check(std::string("real v; ") + ways + "\nu(i,j,k) =\n v;").size(), 1u) << ways;
  EXPECT_THAT(check("real v;\nif (c > 0.0) v = 2.0;\nu(i,j,k) = v + v;"),
              ElementsAre(AllOf(StartsWith("k:3:12: \"v\" may have no value here"), HasSubstr("declared (line 1)"))));
  EXPECT_THAT(check("real v; u(i,j,k) = c > 1.0 ? v : 2.0;"),
              ElementsAre(StartsWith("k:1:30: \"v\" has no value here")));
  EXPECT_THAT(check("real v; v += 1.0; u(i,j,k) = v;"), ElementsAre(StartsWith("k:1:9: \"v\" has no value here")));
  EXPECT_THAT(check("real v = v + 1.0; u(i,j,k) = v;"), ElementsAre(StartsWith("k:1:10: \"v\" has no value here")));
  EXPECT_THAT(check("int m; for (; m < 3; ++m) u(i,j,k) = m;"), ElementsAre(StartsWith("k:1:15: \"m\" has no value")));
  EXPECT_THAT(check("real v; switch (n) { case 1: v = 1.0; case 2: u(i,j,k) = v; break; default: u(i,j,k) = c; }"),
              ElementsAre(StartsWith("k:1:58: \"v\" may have no value")));
  EXPECT_THAT(check_of_edges("real v; for (int e = 0; e < count(around); ++e) v = e; q(0) = v;").size(), 1u);
}

TEST(LocalArrays, WhoseElementsMayBeSetArePassed) {
  for (const char* body : {
           "real a[3]; for (int m = 0; m < n; ++m) a[m] = 1.0; u(i,j,k) = a[2];",
           "real a[3]; a[0] = 1.0; a[n] = 2.0; u(i,j,k) = a[1];",
           "real a[3] = {1.0}; u(i,j,k) = a[2];",
           "real a[2][2]; for (int m = 0; m < 2; ++m) for (int l = 0; l < 2; ++l) a[m][l] = 1.0; u(i,j,k) = a[1][1];",
           "real a[2]; for (int m = 0; m < 2; ++m) { if (m > 0) u(i,j,k) = a[m-1]; a[m] = 1.0; }",
           "real a[4]; for (int m = 0; m < 4; ++m) { if (m == 2) ++m; a[m] = 1.0; } u(i,j,k) = a[3];",
           "real a[4]; for (int m = 3; m >= 0; m -= 1) a[3-m] = 1.0; u(i,j,k) = a[3];",
           "real a[2]; (a[0]) = 2.0; u(i,j,k) = a[0];",
           "real a[2]; real* p = a; p[1] = 2.0; u(i,j,k) = a[1];",
       })
    EXPECT_THAT(check(body), IsEmpty()) << body;
}

TEST(LocalArrays, WhoseElementsNothingSetsAreRefused) {
  for (const char* body : {
           "u(i,j,k) = a[1];",
           "a[0] = 1.0; a[2] = 1.0; u(i,j,k) = a[1];",
           "for (int m = 0; m < 2; ++m) a[m] = 1.0; u(i,j,k) = a[2];",
           "for (int m = 2; m >= 1; --m) a[m] = 1.0; u(i,j,k) = a[0];",
           "const int last = 2; for (int m = 0; m < last; ++m) a[m] = 1.0; u(i,j,k) = a[last];",
           "for (int m = 0; m < n; ++m) u(i,j,k) = a[m];",
           "u(i,j,k) = a[0]; a[0] = 1.0;",
           "a[0] += 1.0; u(i,j,k) = 1.0;",
           "real b[2][2]; b[0][0] = 1.0; b[1][0] = 2.0; u(i,j,k) = b[0][1];",
       })
    EXPECT_THAT(check(std::string("real a[3]; ") + body).size(), 1u) << body;
  EXPECT_THAT(check("real a[3];\na[0] = 1.0;\nu(i,j,k) = a[1];"),
              ElementsAre(AllOf(StartsWith("k:3:12: nothing sets a[1] before"), HasSubstr("declared (line 1)"))));
}

TEST(HelperFunctions, ReturnOnEachWay) {
  const auto function = [](const std::string& body) {
    return check("function real f(real a) {\n" + body + "\n}\nu(i,j,k) = f(c);");
  };
  for (const char* body : {"if (a > 0.0) return 1.0; return 2.0;", "if (a > 0.0) return 1.0; else return 2.0;",
                           "while (true) { if (a > 0.0) return 1.0; }", "for (int m = 0; m < 3; ++m) return 1.0;",
                           "switch (1) { case 1: return 1.0; default: return 2.0; }", "real v; v = 1.0; return v;"})
    EXPECT_THAT(function(body), IsEmpty()) << body;
  for (const char* body : {"", "if (a > 0.0) return 1.0;", "while (a > 0.0) { return 1.0; }",
                           "switch (1) { case 1: return 1.0; }", "while (true) { break; }"})
    EXPECT_THAT(function(body), ElementsAre(StartsWith("k:3:1: a way through this function ends here"))) << body;
  EXPECT_THAT(function("real v; if (a > 0.0) v = 1.0;\nreturn v;"),
              ElementsAre(StartsWith("k:3:8: \"v\" may have no value here")));
}

TEST(Locals, AreFoundAlsoDeepWithinOthers) {
  const std::string head(5000, '('), tail(5000, ')');
  EXPECT_THAT(check("real v; v = " + head + "c" + tail + "; u(i,j,k) = v;"), IsEmpty());
  EXPECT_THAT(check("real v; u(i,j,k) = " + head + "v" + tail + ";").size(), 1u);
  const auto blocks = [](std::size_t n) { return std::string(n, '{') + "real v; u(i,j,k) = v;" + std::string(n, '}'); };
  EXPECT_THAT(check(blocks(900)), ElementsAre(HasSubstr("\"v\" has no value here")));
  EXPECT_THAT(check(blocks(20000)), ElementsAre(HasSubstr("this statement stands within 1000 others")));
  std::string chain;
  for (int m = 0; m < 5000; ++m) chain += "if (n == " + std::to_string(m) + ") v = 1.0; else ";
  EXPECT_THAT(check("real v; " + chain + "v = 2.0; u(i,j,k) = v;"), IsEmpty());
  EXPECT_THAT(check("real v; " + chain + "{ } u(i,j,k) = v;").size(), 1u);
}

} // namespace definite_assignment_test
} // namespace nopal::test
