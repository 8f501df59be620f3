// Which bodies of loops do the same at each element.

#include "core/generator/straight_body.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace straight_body_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A loop over edges with the map `ends` of arity 2, the map `around` of varying arity, the int parameter `order` and
/// the real parameter `gas`.
KernelDeclaration edges() {
  KernelDeclaration kernel;
  kernel.arguments = {{.name = "q", .source = "t::q@0", .kind = ArgumentKind::dat, .map = 0},
                      {.name = "gas", .source = "t::gas", .kind = ArgumentKind::real},
                      {.name = "order", .source = "t::order", .kind = ArgumentKind::integer}};
  kernel.constants = {{"shape_round", 1}};
  kernel.loop = LoopMaps{
      .set = "t::edges", .maps = {{"t::ends", 2}, {"t::around", 0}}, .by_rule = {false, false}, .only_on_host = ""};
  return kernel;
}
bool is_straight(const std::string& text) { return nopal::is_straight(edges(), parse_kernel_text(text)); }

TEST(StraightBody, ComputesReals) {
  for (const char* body :
       {"res(0) = 0.5 * (q(0, 0) - q(1, 0)) / gas;",
        "const real a = -q(0, 0), b = a * a;\nres(0) += sqrt(max(a, b)) - dt;",
        "real both[2] = {q(0, 0), 1};\nboth[1] *= both[0]; // if\nres(0) = /* a ? b : c */ pow(both[1], 2);", ""})
    EXPECT_TRUE(is_straight(body)) << body;
}

TEST(StraightBody, DecidesByIntegersOfAllElements) {
  for (const char* body :
       {"for (int n = 0; n < 4; ++n) res(n) = 0.0;", "for (int n = order; n >= 0; n -= 2) { res(0) += n * q(0, 0); }",
        "for (int n = 0; n < count(ends); n++) for (int m = n; m != 3; m += n + 1) res(n) -= q(n, m);",
        "for (int n = 0; n < 2; ++n) {}\nfor (int n = 0; n < 3; ++n) {}",
        "const int m = 2 * order - 1, k = m == 3 ? 0 : m;\nres(0) = q(1, m) + k;",
        "if (order > 2 && iteration != shape_round) res(0) = 1.0; else res(0) = q(0, 0);",
        "res(0) = order == 1 ? q(0, 0) : order <= 2 ? 1.0 : gas;",
        "res(0) = f(order < 1 ? 1.0 : 2.0, (order != 3) ? q(0, 0) : 1);",
        "for (int n = 0; n < 3; ++n) { if (n == order) continue; if (n > 1) break; res(n) = 1.0; }"})
    EXPECT_TRUE(is_straight(body)) << body;
}

TEST(StraightBody, DecidesNothingByReals) {
  for (const char* body :
       {"if (q(0, 0) > 0.0) res(0) = 1.0;", "res(0) = q(0, 0) > 0.0 ? 1.0 : 2.0;",
        "res(0) = gas == 1.0 ? q(0, 0) : 1.0;", "const real a = q(0, 0); res(0) = a ? 1.0 : 2.0;",
        "res(0) = q(0, 0) > q(1, 0);", "res(0) = !q(0, 0);", "res(0) = order == 1 && q(0, 0) > 0.0 ? 1.0 : 2.0;",
        "const int up = q(0, 0) > 0.0; if (up == 1) res(0) = 1.0;", "const int up = (int) q(0, 0); res(up) = 1.0;",
        "int n = 0; n = q(0, 0); if (n > 2) res(0) = 1.0;", "int n; n = 1; res(n) = 1.0;",
        "for (int n = 0; n < q(0, 0); ++n) res(0) += 1.0;", "for (real r = 0.0; r < 1.0; r += 0.1) res(0) += r;",
        "for (int n = 0; n < count(around); ++n) res(0) += q(n, 0);", "while (order > 2) res(0) += 1.0;",
        "do res(0) += 1.0; while (order > 2);", "switch (order) { case 1: res(0) = 1.0; }",
        "for (int n = 0; n < 2; ++n) { real n = q(0, 0); res(0) = n; }",
        "int n = 1; { real m = 2.0, n = q(0, 0); if (n > 1) res(0) = m; }"})
    EXPECT_FALSE(is_straight(body)) << body;
}

TEST(StraightBody, HasNoOtherTypesAndDoesNotEndEarly) {
  for (const char* body :
       {"const double a = q(0, 0); res(0) = a;", "const long a = 1; res(a) = 1.0;", "const bool a = true; res(0) = a;",
        "int n = 1; ++n; res(n) = 1.0;", "real a = q(0, 0); a++; res(0) = a;", "if (order > 1) return; res(0) = 1.0;",
        "int all[2] = {0, 1}; res(all[0]) = 1.0;", "res(0) = order % 2;", "printf(\"%g\", q(0, 0));"})
    EXPECT_FALSE(is_straight(body)) << body;
}

TEST(StraightBody, CallsStraightFunctions) {
  const std::string functions = "function real half(real z) { return 0.5 * z; }\n"
                                "function real clip(real z) { if (z > 1.0) return 1.0; return z; }\n"
                                "function int next(int n) { return n + 1; }\n"
                                "function real quarter(real z) { return half(half(z)); }\n"
                                "function real clip_half(real z) { return half(clip(z)); }\n";
  EXPECT_TRUE(is_straight(functions + "res(0) = quarter(q(0, 0));"));
  EXPECT_FALSE(is_straight(functions + "res(0) = clip_half(q(0, 0));"));
  EXPECT_FALSE(is_straight(functions + "res(next(1)) = q(0, 0);"));

  const auto called = [&](const std::string& body) {
    std::vector<std::string> names;
    for (const HelperFunction& function : called_functions(parse_kernel_text(functions + body)))
      names.push_back(function.name);
    return names;
  };
  EXPECT_THAT(called("res(0) = quarter(q(0, 0)); // clip"), ElementsAre("half", "quarter"));
  EXPECT_THAT(called("res(0) = clip_half(1.0);"), ElementsAre("half", "clip", "clip_half"));
  EXPECT_THAT(called("res(0) = 1.0;"), IsEmpty());
}

} // namespace straight_body_test
} // namespace nopal::test
