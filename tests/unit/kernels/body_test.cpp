// The checks of a kernel's body before any compiler gets it.

#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace {

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
  EXPECT_THAT(check("real a[3] = {0.0, 1.0, 2.0};\nfor (int n = 0; n < 3; ++n) { a[n] += sqrt (n); }\n"
                    "if (a[0] > (real)2) return;\nwhile (speed < a[1]) { a[1] -= speed; }\n"
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
      {"phi(i,j,k) = i ^ 2;", "evolve.kernel:1:18: ", "^ is the exclusive or of bits"},
      {"if (shape != mode_slow) phi(i,j,k) = 0.0;", "evolve.kernel:1:14: ", "mode_slow is not a choice of wave::shape"},
      {"if (mode_slow == shape) phi(i,j,k) = 0.0;", "evolve.kernel:1:5: ", "mode_slow is not a choice of wave::shape"},
      {"phi(i,j,k) = phi_p(i,j);", "evolve.kernel:1:14: ", "phi_p(i,j) has 2 indices, but wave::phi@1 takes 3"},
      {"phi(i,j,k) = 1; /* open", "evolve.kernel:1:17: ", "never closed"},
  };
  for (const Refusal& refusal : refusals)
    EXPECT_THAT(check(refusal.body), ElementsAre(::testing::AllOf(StartsWith(refusal.where), HasSubstr(refusal.what))))
        << refusal.body;
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

} // namespace
} // namespace nopal::test
