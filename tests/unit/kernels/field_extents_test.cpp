// How far a kernel's text reads its fields.

#include "core/generator/field_extents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace field_extents_test {

/// The kernel of the tests reads p, pp and s<-4:4> and writes q. The texts are "p<-1:1> q<0>", or "hidden".
std::string extents_of(const std::string& body) {
  KernelDeclaration kernel;
  kernel.arguments = {{"p", "t::p@0", ArgumentKind::field},
                      {"pp", "t::pp@0", ArgumentKind::field},
                      {"s", "t::s@0", ArgumentKind::field},
                      {"q", "t::q@0", ArgumentKind::field, Access::write},
                      {"number", "t::number", ArgumentKind::real}};
  kernel.arguments[2].extent = parse_extent("<-4:4>");
  const auto extents = field_extents(kernel, parse_kernel_text(body));
  if (!extents) return "hidden";
  std::string text;
  for (const auto& [name, extent] : *extents) text += (text.empty() ? "" : " ") + name + extent.text();
  return text;
}

TEST(FieldExtents, HoldAllPointsThatTheBodyNames) {
  EXPECT_EQ(extents_of("q(i,j,k) = p(i,j,k);"), "p<0> q<0> s<-4:4>");
  EXPECT_EQ(extents_of("q(i,j,k) = p(i+1,j,k) - p(i-2,j,k);"), "p<-2:1> q<0> s<-4:4>");
  EXPECT_EQ(extents_of("q(i,j,k) = p(i,j+3,k) + p(i,j,k-1)*pp(i-1,j-1,k-1);"),
            "p<0, 0:3, -1:0> pp<-1:-1, -1:-1, -1:-1> q<0> s<-4:4>");
  EXPECT_EQ(extents_of("if (number > 0.0) { q(i,j,k) = p(i+10,j,k); } else { q(i,j,k) = p(i+0,j,k); }"),
            "p<0:10> q<0> s<-4:4>");
}

TEST(FieldExtents, BlanksAndNewLinesChangeNothing) {
  EXPECT_EQ(extents_of("q (i, j, k) = p( i + 1 ,\n  j - 2,\tk\n) + p(i\n-\n3,j,k);"), "p<-3:1, -2:0> q<0> s<-4:4>");
}

TEST(FieldExtents, IndicesAreSums) {
  EXPECT_EQ(extents_of("q(i,j,k) = p(1+i,j,k) + p(i+1+1,j,k) + p((i),j-2+1,k);"), "p<0:2, -1:0> q<0> s<-4:4>");
}

TEST(FieldExtents, CommentsAndOtherNamesAreNoAccesses) {
  EXPECT_EQ(extents_of("// p(i+9,j,k)\nq(i,j,k) = /* p(0,0,0) p */ p(i,j,k+1);"), "p<0, 0, 1:1> q<0> s<-4:4>");
  EXPECT_EQ(extents_of("q(i,j,k) = pp(i+1,j,k);"), "pp<1:1> q<0> s<-4:4>");
  EXPECT_EQ(extents_of("const real p2 = 1.0, up = 2.0, p_p = 3.0;\nq(i,j,k) = p2 + up*p_p + exp(up) + s(i,j,k);"),
            "q<0> s<-4:4>");
  EXPECT_EQ(extents_of("function real twice(real p) { return 2.0*p; }\nq(i,j,k) = twice(p(i-1,j,k));"),
            "p<-1:-1> q<0> s<-4:4>");
}

TEST(FieldExtents, DeclaredExtentsWin) {
  EXPECT_EQ(extents_of("q(i,j,k) = s(i+2,j,k);"), "q<0> s<-4:4>");
  EXPECT_EQ(extents_of("q(i,j,k) = s(i+5,j,k);"), "hidden") << "it reads beyond the extent, which is an error";
  EXPECT_EQ(extents_of("q(i,j,k) = s(i,j,k);"), "q<0> s<-4:4>");
}

TEST(FieldExtents, AFieldThatTheBodyDoesNotNameHasNone) {
  EXPECT_EQ(extents_of("q(i,j,k) = number;"), "q<0> s<-4:4>");
  EXPECT_EQ(extents_of("const real a = number;"), "s<-4:4>");
}

TEST(FieldExtents, OtherIndicesHideHowFarTheBodyReads) {
  for (const char* access :
       {"p(2*i,j,k)", "p(i+m,j,k)", "p(n,j,k)", "p(i+i,j,k)", "p(i,j,k+(1))", "p(0,j,k)", "p(i+12345,j,k)", "p(ii,j,k)",
        "p(i+1.0,j,k)", "p(i*1,j,k)", "p(-i,j,k)", "p(i,j)", "p(i-ni,j,k)"})
    EXPECT_EQ(extents_of(std::string("const int n = 1, ii = 2; int m = 1; q(i,j,k) = ") + access + ";"), "hidden")
        << access;
}

TEST(FieldExtents, SwappedAxesHideThem) {
  for (const char* access : {"p(j,i,k)", "p(i,k,j)", "p(k,j,i)", "p(i,i,k)", "p(i,j,j+1)"})
    EXPECT_EQ(extents_of(std::string("q(i,j,k) = ") + access + ";"), "hidden") << access;
}

TEST(FieldExtents, OctalNumbersHideThem) {
  EXPECT_EQ(extents_of("q(i,j,k) = p(i+010,j,k);"), "hidden"); // this is i+8
  EXPECT_EQ(extents_of("q(i,j,k) = p(i-0,j,k);"), "p<0> q<0> s<-4:4>");
}

TEST(FieldExtents, BodiesThatDeclareAnIndexAgainHideThem) {
  EXPECT_EQ(extents_of("real a = 0.0;\nfor (int i = -3; i < 3; ++i) { a += p(i,j,k); }\nq(i,j,k) = a;"), "hidden");
  EXPECT_EQ(extents_of("real a = 0.0;\n{ const int n = 2, j=n; a = p(i,j,k); }\nq(i,j,k) = a;"), "hidden");
  EXPECT_EQ(extents_of("q(i,j,k) = i == 3 && j <= 4 ? p(i,j,k) : 0.0;"), "p<0> q<0> s<-4:4>");
  EXPECT_EQ(extents_of("int ni2 = 3, ii = 4;\nq(i,j,k) = ii*ni2;"), "q<0> s<-4:4>");
}

} // namespace field_extents_test
} // namespace nopal::test
