#include "core/declarations/thorn.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

TEST(Signature, BlanksAreFolded) {
  EXPECT_EQ(fold_blanks("double ( double,long )"), "double(double, long)");
  EXPECT_EQ(fold_blanks("  void  (  )  "), "void()");
  EXPECT_EQ(fold_blanks("unsigned   long(const double *, std :: size_t)"), "unsigned long(const double*, std::size_t)");
  EXPECT_EQ(fold_blanks(""), "");
}

TEST(Signature, FoldingTwiceChangesNothing) {
  for (const char* text : {"double(double, long)", "void()", "const char*(unsigned long, int)"})
    EXPECT_EQ(fold_blanks(text), text);
}

} // namespace
} // namespace nopal
