// The checks of a kernel's body before any compiler gets it.

#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace body_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::vector<std::string> check(const std::string& body) {
  KernelDeclaration kernel;
  kernel.thorn = "wave";
  kernel.name = "evolve";
  kernel.path = "evolve.kernel";
  kernel.arguments = {{"phi", "wave::phi@0", ArgumentKind::field, Access::write},
                      {"phi_p", "wave::phi@1", ArgumentKind::field, Access::read},
                      {"speed", "wave::speed", ArgumentKind::real},
                      {"shape", "wave::shape", ArgumentKind::integer}};
  kernel.constants = {{"shape_round", 0}, {"mode_slow", 0}};
  ErrorList errors;
  check_body(kernel, body, errors);
  return errors.messages();
}

TEST(Body, MayComputeLoopAndChoose) {
  EXPECT_THAT(check(""), IsEmpty());
  EXPECT_THAT(check("// nothing() happens here {\n/* nor \"here\" #\n( */\nphi(i,j,k) = 1.5e-3 + 2.E+4 + .5;\n"),
              IsEmpty());
  EXPECT_THAT(
      check("real a[3] = {0.0, 1.0, 2.0};\nfor (int n = 0; n < 3; ++n) { a[n] += sqrt (n); }\n"
            "if (a[0] > (real)2) return;\nwhile (speed < a[1]) { a[1] -= speed; }\n"
            "real b[2][2] = {{0, 1}, {2, 3}};\nfor (int n = 0, m = 1; n < 2; ++n, m = 2) b[0][n] += pow(1, 2) + m;\n"
            "switch (i) { case (1): break; default: break; }\n"
            "phi(i,j,k) = min(a[0], max(0x1p-3, phi_p(i-1,j,k)));"),
      IsEmpty());
  EXPECT_THAT(check("phi(i,j,k) = 1.0/2 + 1/2.0 + 4/2 + speed*1/2 + 1e1/3 + 1e-1/3 + 0x1/3; // 1/2\n"
                    "if (shape == shape_round && (i ^ 1) < (j ^ 20)) phi(i,j,k) = 0.0;"),
              IsEmpty());
}

struct Refusal {
  const char* body;
  const char* where;
  const char* what;
};

TEST(Body, IsRefusedWithLineAndColumn) {
  const Refusal refusals[] = {
      {"phi(i,j,k) =\n  phi_q(i,j,k);", "evolve.kernel:2:3: ", "\"phi_q\", which is neither"},
      {"phi(i,j,k) =\n  phi_q(i,j,k);", "evolve.kernel:2:3: ", "did you mean \"phi_p\"?"},
      {"phi(i,j,k) = 1.0; // what?"
       "?/\n",
       "evolve.kernel:1:26: ", "/\" is a trigraph"},
      {"// path C:\\ \nphi(i,j,k) = 1.0;", "evolve.kernel:1:11: ", "joins it with the next line"},
      {"/* *\\\n/ */phi(i,j,k) = 1.0;", "evolve.kernel:1:5: ", "remove the backslash"},
      {"phi(i,j,k) += 1.0;", "evolve.kernel:1:1: ", "reads phi before it writes it"},
      {"phi(i,j,k) += 1.0;", "evolve.kernel:1:1: ", "declare it under reads:, too"},
      {"\nphi(i,j,k) = 1.0 + phi(i-1,j,k);", "evolve.kernel:2:20: ", "reads phi, but kernel evolve declares"},
      {"phi(i,j,k) = phi_p(i,j,k) = 1.0;", "evolve.kernel:1:14: ", "declare it under writes:, too"},
      {"phi(i,j,k) = abs(x);", "evolve.kernel:1:14: ", "\"abs\""},
      {"phi(i,j,k) = speed (1);", "evolve.kernel:1:14: ", "\"speed\""},
      {"\n #define A 1\n", "evolve.kernel:2:2: ", "no preprocessor lines"},
      {"phi(i,j,k) = \"text\";", "evolve.kernel:1:14: ", "this is a text"},
      {"goto end;", "evolve.kernel:1:1: ", "no \"goto\""},
      {"static real a;", "evolve.kernel:1:1: ", "no \"static\""},
      {"float a = 0;", "evolve.kernel:1:1: ", "no \"float\""},
      {"const real half = 0.5;", "evolve.kernel:1:12: ", "\"half\" is a word of C++, OpenCL C or CUDA"},
      {"const real\n  double4 = 1.0;", "evolve.kernel:2:3: ", "\"double4\" is a word of"},
      {"phi(i,j,k) = 1.5f;", "evolve.kernel:1:14: ", "single precision"},
      {"const real nopal_c = 1;", "evolve.kernel:1:12: ", "kept for generated code"},
      {"if (i > 0) {\nphi(i,j,k) = 1;\n", "evolve.kernel:1:12: ", "'{' is never closed"},
      {"phi(i,j,k) = 1;\n}\nvoid other() {", "evolve.kernel:2:1: ", "'}' closes nothing"},
      {"phi(i,j,k = 1;\n}", "evolve.kernel:2:1: ", "'}' does not close the '(' of line 1"},
      {"phi(i,j,k) = 0.5*(1/2)*speed;", "evolve.kernel:1:19: ", "1/2 divides integers, which gives 0: write 1.0/2.0"},
      {"phi(i,j,k) = pow(speed, 10 / 3);", "evolve.kernel:1:25: ", "gives 3: write 10.0/3.0"},
      {"function real f(real a) {\nreturn a + 1/3; }\nphi(i,j,k) = f(1.0);", "evolve.kernel:2:12: ", "gives 0"},
      {"phi(i,j,k) = 10^20;", "evolve.kernel:1:14: ", "not a power: write 1e20, or pow(10.0, 20.0)"},
      {"phi(i,j,k) = 2^10;", "evolve.kernel:1:14: ", "not a power: write pow(2.0, 10.0)"},
      {"phi(i,j,k) = 010;", "evolve.kernel:1:14: ", "is an octal number, because it begins with 0: write 8, or 10"},
      {"phi(i,j,k) = 089;", "evolve.kernel:1:14: ", "it would be an octal number: write 89"},
      {"phi(i,j,k) =\n 1e400;", "evolve.kernel:2:2: ", "it would be infinite"},
      {"phi(i,j,k) = 0x1p2000;", "evolve.kernel:1:14: ", "it would be infinite"},
      {"phi(i,j,k) = 1e-400;", "evolve.kernel:1:14: ", "it would be 0"},
      {"phi(i,j,k) = 9223372036854775808;", "evolve.kernel:1:14: ", "beyond the largest int"},
      {"phi(i,j,k) = 0x1ffffffffffffffff;", "evolve.kernel:1:14: ", "write fewer digits"},
      {"phi(i,j,k) = 1'000'000;", "evolve.kernel:1:14: ", "1'000'000 has separators between its digits"},
      {"phi(i,j,k) = 1.5d0;", "evolve.kernel:1:14: ", "write e in place of d"},
      {"phi(i,j,k) = 1.5L;", "evolve.kernel:1:14: ", "more than double precision"},
      {"phi(i,j,k) = 1.2.3;", "evolve.kernel:1:14: ", "is no number: remove \".3\""},
      {"phi(i,j,k) = 1; /* a /* b */ c */", "evolve.kernel:1:32: ", "comments do not stand within comments"},
      {"phi(i,j,k) = 1; // bell \a", "evolve.kernel:1:25: ", "control character (code 7)"},
      {"phi(i,j,k) = 1; // old\rphi(i,j,k) = 2;\n", "evolve.kernel:1:23: ", "carriage return without a new line"},
      {"\nphi(i,j,k) = \xcf\x80;", "evolve.kernel:2:14: ", "U+03C0"},
      {"\xef\xbb\xbfphi(i,j,k) = 1;",
       "evolve.kernel:1:1: ", "U+FEFF (\xef\xbb\xbf) outside of a comment: it is invisible"},
      {"phi(i,j,k) = 1\xe9;", "evolve.kernel:1:15: ", "the byte 0xE9 is no character of ASCII or UTF-8"},
      {"phi(i,j,k) = i ^ 2;", "evolve.kernel:1:18: ", "^ is the exclusive or of bits"},
      {"phi(i,j,k) = 1,5*speed;",
       "evolve.kernel:1:14: ", "1,5 is two values, of which only one is used: write 1.5 with a point"},
      {"if (i > 0) {\nphi(i,j,k) = speed*(0,5 + x); }", "evolve.kernel:2:21: ", "write 0.5 with a point"},
      {"function real f(real a) { return 1,5e3*a; }\nphi(i,j,k) = f(1.0);", "evolve.kernel:1:34: ", "write 1.5e3 with"},
      {"if (shape != mode_slow) phi(i,j,k) = 0.0;", "evolve.kernel:1:14: ", "mode_slow is not a choice of wave::shape"},
      {"if (mode_slow == shape) phi(i,j,k) = 0.0;", "evolve.kernel:1:5: ", "mode_slow is not a choice of wave::shape"},
      {"phi(i,j,k) = phi_p(i,j);", "evolve.kernel:1:14: ", "phi_p(i,j) has 2 indices, but wave::phi@1 takes 3"},
      {"phi(i,j,k) = phi_p(x,j,k);", "evolve.kernel:1:20: ",
       "the index \"x\" of phi_p is a real, because x is the first coordinate; an index is an integer: write i"},
      {"phi(i,j,k) =\n2.0*phi_p;", "evolve.kernel:2:5: ",
       "phi_p has no indices here, but a kernel computes with the value at a "
       "point: write phi_p(i,j,k)"},
      {"phi(i,j,k) = phi_p(i,\n  y,k);", "evolve.kernel:2:3: ", "write j"},
      {"phi(i,j,k) = phi_p(i+x/dx,j,k);", "evolve.kernel:1:22: ", "write (int)(i+x/dx), which cuts off"},
      {"phi(i,j,k) = phi_p(i+1.0,j,k);", "evolve.kernel:1:22: ", "because 1.0 is a real number"},
      {"phi(i,j,k) = phi_p(i,(int)x + (int)-speed,speed);", "evolve.kernel:1:43: ", "because speed is wave::speed"},
      {"const real a = 1, b[2] = {x, 2};\nphi(i,j,k) = phi_p(i,j,b[1]);",
       "evolve.kernel:2:24: ", "because b is a real"},
      {"phi(i,j,k) = phi_p(i,max(j,floor(x)),k);", "evolve.kernel:1:28: ", "because floor is a function of reals"},
      {"phi(i,j,k) = phi_p(i,(real)j,k);", "evolve.kernel:1:23: ", "because real is the type of reals"},
      {"phi(i,j,k) = phi_p(phi_p(i,j,k),j,k);", "evolve.kernel:1:20: ", "because phi_p is wave::phi@1"},
      {"function real f(int n) { return n; }\nphi(i,j,k) = phi_p(f(i),j,k);",
       "evolve.kernel:2:20: ", "because f is a function of reals"},
      {"phi(i,j,k) = 1; /* open", "evolve.kernel:1:17: ", "never closed"},
  };
  for (const Refusal& refusal : refusals)
    EXPECT_THAT(check(refusal.body), ElementsAre(::testing::AllOf(StartsWith(refusal.where), HasSubstr(refusal.what))))
        << refusal.body;
}

TEST(Body, MayComputeIndices) {
  for (const char* index : {"i + (int)(x/dx)", "(int)floor(x/dx) + i", "x > 0.5 ? i : i-1", "i + (x > 0.5)", "(int)x",
                            "-(int)-x", "(long)phi_p(i,j,k)", "f(x) + i", "of[i % 2]", "shape", "min(i, 0x1e)",
                            "i + edge_i - 2*ni", "n", "(int)(real)i", "i + count"})
    EXPECT_THAT(check(std::string("function int f(real a) { return (int)a; }\nint n = 1, count = (int)speed;\n"
                                  "int of[2] = {1, 2};\nphi(i,j,k) = phi_p(") +
                      index + ",j,k) + n + count + of[0];"),
                IsEmpty())
        << index;
  EXPECT_THAT(check("real phi_p = 1;\nphi(i,j,k) = phi_p;"), IsEmpty()); // a local
  // In one of two blocks the name is an integer.
  EXPECT_THAT(check("phi(i,j,k) = 0.0;\n{ real a = x; phi(i,j,k) = a; }\n{ int a = 1; phi(i,j,k) = phi_p(i+a,j,k); }"),
              IsEmpty());
}

TEST(Body, MayHaveNumbersOfAllKinds) {
  EXPECT_THAT(check("phi(i,j,k) = 07 + 00 + 0x1f + 1e-310 + 2.E+4 + .5 + 0.0e-999 + 010.5 + 1e308 + 0x1.8p3 + 100L;\n"
                    "const int largest = 9223372036854775807; const long mixed = 0x9E3779B97F4A7C15ul;"),
              IsEmpty());
}

TEST(Body, MayHaveCommentsOfAllCharacters) {
  EXPECT_THAT(check("// \xcf\x80, \xe9 \f\v\r\n/* \xc2\xb2\r\n* / */\r\nphi(i,j,k) =\r\n 1;"), IsEmpty());
}

TEST(Body, WithACharacterOfCode0IsRefused) {
  EXPECT_THAT(check(std::string("// a\0b\nphi(i,j,k) = 1;", 22)),
              ElementsAre("evolve.kernel:1:5: found a control character (code 0): remove it"));
}

TEST(Body, IsRefusedForAllMistakesAtOnce) { EXPECT_EQ(check("a();\nb();\n'c';\n").size(), 3u); }

TEST(Body, OfAnyBytesIsReadToItsEnd) {
  std::string body;
  for (int n = 0; n < 2000; ++n) {
    body += static_cast<char>((n * n * 31 + n * 7) % 256);
    check(body);
  }
  for (const char* end : {"/", "/*", "//", "1e", "0x", ".", "a(", "*/"}) check(end);
}

} // namespace body_test
} // namespace nopal::test
