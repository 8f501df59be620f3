#include "core/kernel_text/written_text.hpp"

#include <gtest/gtest.h>

namespace nopal::test {
namespace written_text_test {

std::string checked(const std::string& text) { return with_checks(text, {{"f", "g"}}); }

TEST(WrittenText, HasFunctionsForCastsToIntegers) {
  EXPECT_EQ(with_conversions("n = (int)(x*2.0) % 7 + (int)-x;"), "n = nopal_to_long((x*2.0)) % 7 + nopal_to_long(-x);");
  EXPECT_EQ(with_conversions("(int)u(i, j, k)[2]*3"), "nopal_to_long(u(i, j, k)[2])*3");
  EXPECT_EQ(with_conversions("(int32) (real)(const unsigned)x/2"), "nopal_to_int( (real)nopal_to_uint( x))/2");
  EXPECT_EQ(with_conversions("return (int)x; return (unsigned int)1.5;"),
            "return nopal_to_long(x); return nopal_to_ulong( 1.5);");
  EXPECT_EQ(with_conversions("if (a) (int)x;"), "if (a) nopal_to_long(x);");
}

TEST(WrittenText, KeepsAllElse) {
  for (const char* text : {"a / b % c", "sizeof(int)*4", "real f(int a) { return a; }", "// (int)x\n/* (int)x */ n",
                           "printf(\"(int)x\", n)", "(real)n", "f(int)", "a[(n)] << 2"})
    EXPECT_EQ(with_conversions(text), text);
}

TEST(WrittenText, KeepsLines) {
  EXPECT_EQ(with_conversions("n =\n(\nint)\nx // (int)\n;"), "n =\nnopal_to_long(\n\nx) // (int)\n;");
  EXPECT_EQ(checked("n =\na\n/\nb;"), "n =\nnopal_divide(nopal_fault, 3, a\n,\nb);");
}

TEST(WrittenText, ChecksDivisionsOfProducts) {
  EXPECT_EQ(checked("c - a*b/n%m*d;"), "c - nopal_remainder(nopal_fault, 1, nopal_divide(nopal_fault, 1, a*b,n),m)*d;");
  EXPECT_EQ(checked("-a / -b + c"), "nopal_divide(nopal_fault, 1, -a , -b) + c");
  EXPECT_EQ(checked("x ? y/z : (z)/y"), "x ? nopal_divide(nopal_fault, 1, y,z) : nopal_divide(nopal_fault, 1, (z),y)");
  EXPECT_EQ(checked("n /= m + 1, k %= (n);"),
            "n = nopal_divide(nopal_fault, 1, n, m + 1), k = nopal_remainder(nopal_fault, 1, k, (n));");
  EXPECT_EQ(checked("a / (b / c)"), "nopal_divide(nopal_fault, 1, a , (nopal_divide(nopal_fault, 1, b , c)))");
}

TEST(WrittenText, LeavesDivisionsByNumbersThatAreNot0) {
  for (const char* text : {"n / 2", "n % 10007", "n / 0x10", "x / 0.5", "n /= 3", "x / 1e3"})
    EXPECT_EQ(checked(text), text);
  EXPECT_EQ(checked("n / 0"), "nopal_divide(nopal_fault, 1, n , 0)");
}

TEST(WrittenText, LeavesWhatMustBeConstant) {
  for (const char* text : {"real a[6/n], b[2][n%m] = {1.0};", "switch (n) { case 4/n: break; default: break; }"})
    EXPECT_EQ(checked(text), text);
  EXPECT_EQ(checked("switch (n) { case 1: a/b; }"), "switch (n) { case 1: nopal_divide(nopal_fault, 1, a,b); }");
}

TEST(WrittenText, ChecksIndicesOfLocalArrays) {
  EXPECT_EQ(checked("real w[4]; u(i) = w[n];"),
            "real w[4]; u(i) = w[nopal_index(nopal_fault, 1, n, (long)(sizeof(w) / sizeof(w[0])))];");
  EXPECT_EQ(checked("const int a = 1, w[2][3] = {{1}}; w[a][b] = 2;"),
            "const int a = 1, w[2][3] = {{1}}; w[nopal_index(nopal_fault, 1, a, (long)(sizeof(w) / sizeof(w[0])))]"
            "[nopal_index(nopal_fault, 1, b, (long)(sizeof(w[0]) / sizeof(w[0][0])))] = 2;");
  EXPECT_EQ(checked("tile[n] = 1;"), "tile[n] = 1;") << "shared arrays are declared elsewhere";
}

TEST(WrittenText, ChecksShiftsByComputedNumbers) {
  EXPECT_EQ(checked("a << b + c < d"), "a << nopal_shift(nopal_fault, 1,  b + c) < d");
  EXPECT_EQ(checked("a >>= n;"), "a >>= nopal_shift(nopal_fault, 1,  n);");
  EXPECT_EQ(checked("a >> 31"), "a >> 31");
  EXPECT_EQ(checked("a << 40"), "a << nopal_shift(nopal_fault, 1,  40)") << "a literal has 32 bits";
}

TEST(WrittenText, GivesFunctionsTheMemoryForFaults) {
  EXPECT_EQ(checked("real f(real a) { return a; }"), "real f(nopal_fault_memory nopal_fault, real a) { return a; }");
  EXPECT_EQ(checked("int g() { return f(1.0); }"),
            "int g(nopal_fault_memory nopal_fault) { return f(nopal_fault, 1.0); }");
  EXPECT_EQ(checked("int g(void) { return 1; }"), "int g(nopal_fault_memory nopal_fault) { return 1; }");
  EXPECT_EQ(checked("x = f(g());"), "x = f(nopal_fault, g(nopal_fault));");
}

TEST(WrittenText, CountsLinesOfSharedFunctionsBackwards) {
  EXPECT_EQ(with_checks("\na/b", {{}, 1, -1}), "\nnopal_divide(nopal_fault, -2, a,b)");
}

TEST(WrittenText, ChecksConversions) { EXPECT_EQ(checked("\n(int)x"), "\nnopal_checked_to_long(nopal_fault, 2, x)"); }

} // namespace written_text_test
} // namespace nopal::test
