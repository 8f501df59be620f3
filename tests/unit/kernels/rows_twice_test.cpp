#include "core/generator/near_rows.hpp"
#include "core/generator/row_strips.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

KernelDeclaration declaration(Access access = Access::write, VerticalOrder order = VerticalOrder::parallel) {
  KernelDeclaration kernel;
  kernel.arguments = {{"a", "test::a@0", ArgumentKind::field, access}, {"b", "test::b@0", ArgumentKind::field}};
  kernel.order = order;
  return kernel;
}

std::vector<std::string_view> found(const std::string& body, Access access = Access::write,
                                    VerticalOrder order = VerticalOrder::parallel) {
  return emit::near_functions(declaration(access, order), parse_kernel_text(body));
}

TEST(NearFunctions, AreThoseOfAnglesInTheBody) {
  EXPECT_THAT(found("a(i,j,k) = tan(b(i,j,k)) + exp(sin(b(i,j,k)));\n"), ElementsAre("sin", "tan"));
  EXPECT_THAT(found("a(i,j,k) = exp(b(i,j,k)); // sin\n"), IsEmpty());
}

TEST(NearFunctions, AreNoneInRowsThatCannotBeComputedTwice) {
  const std::string text = "a(i,j,k) = sin(b(i,j,k));\n";
  EXPECT_THAT(found(text, Access::readwrite), IsEmpty());
  EXPECT_THAT(found(text, Access::write, VerticalOrder::forward), IsEmpty());
  EXPECT_THAT(found("printf(\"%d\", i);\n" + text), IsEmpty());
}

// At first, a huge angle gives a wrong real.
TEST(NearFunctions, AreNoneWhereAWrongRealCouldDoHarm) {
  EXPECT_THAT(found("a(i,j,k) = b(i + (int)(sin(b(i,j,k))),j,k);\n"), IsEmpty());
  EXPECT_THAT(found("real s = sin(b(i,j,k));\nwhile (s > 0.5) s = s/2;\na(i,j,k) = s;\n"), IsEmpty());
  KernelDeclaration guarded = declaration();
  guarded.arguments[1].is_guarded = true;
  EXPECT_THAT(emit::near_functions(guarded, parse_kernel_text("a(i,j,k) = sin(b(i,j,k));\n")), IsEmpty());
}

TEST(NearFunctions, AreNoneBesideAHelperFunctionOfAngles) {
  EXPECT_THAT(found("function real wave(const real x) { return cos(x); }\na(i,j,k) = sin(wave(b(i,j,k)));\n"),
              IsEmpty());
  EXPECT_THAT(found("function real twice(const real x) { return 2*x; }\na(i,j,k) = sin(twice(b(i,j,k)));\n"),
              ElementsAre("sin"));
  EXPECT_THAT(found("function real wave(const real x) { return cos(x); }\na(i,j,k) = sin(b(i,j,k));\n"),
              ElementsAre("sin"))
      << "a helper function that is not called";
}

TEST(RowStrips, AreInRowsOfFunctionsThatMayBeComputedTwice) {
  const auto strips = [](const std::string& body, Access access = Access::write) {
    return emit::has_row_strips(declaration(access), parse_kernel_text(body));
  };
  EXPECT_TRUE(strips("a(i,j,k) = exp(b(i,j,k)); // if\n"));
  EXPECT_FALSE(strips("a(i,j,k) = sqrt(b(i,j,k));\n"));
  EXPECT_FALSE(strips("a(i,j,k) = exp(b(i,j,k));\n", Access::readwrite));
  EXPECT_FALSE(strips("a(i,j,k) = 0;\nif (b(i,j,k) > 1) a(i,j,k) = exp(b(i,j,k));\n"));
  EXPECT_FALSE(strips("function real much(const real x) { real y = x; while (y < 1) y = exp(y); return y; }\n"
                      "a(i,j,k) = much(b(i,j,k));\n"));
}

} // namespace
} // namespace nopal::test
