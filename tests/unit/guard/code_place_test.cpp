#include "driver/guard/code_place.hpp"

#include <gmock/gmock.h>

#include <cstdio>

namespace nopal {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

TEST(SourceLine, IsTheInnermostThatIsNoHeaderOfOthers) {
  const SourceLine line = source_line("std::fill<double*>\n/usr/include/c++/12/bits/stl_algobase.h:969\n"
                                      "heat::fill\n/home/me/build/../heat/fill.cpp:31 (discriminator 3)\n"
                                      "nopal_function_step\n/home/me/heat/step.cpp:7\n");
  EXPECT_EQ(line.place, "/home/me/heat/fill.cpp:31");
  EXPECT_EQ(line.function, "heat::fill");
}

TEST(SourceLine, DropsWhatCompilersAppendToNames) {
  const auto function = [](const std::string& name) { return source_line(name + "\n/heat/step.cpp:9\n").function; };
  EXPECT_EQ(function("step [clone ._omp_fn.0]"), "step");
  EXPECT_EQ(function("heat::fill(double*, void (*)(int)) [clone .isra.0]"), "heat::fill");
  EXPECT_EQ(function("heat::(anonymous namespace)::fill(int) const"), "heat::(anonymous namespace)::fill");
  EXPECT_EQ(function("heat::(anonymous namespace)::fill"), "heat::(anonymous namespace)::fill");
  EXPECT_EQ(function("heat::Step::operator()(int) const"), "heat::Step::operator()");
  EXPECT_EQ(function("heat::Step::operator()"), "heat::Step::operator()");
  EXPECT_EQ(function("heat::fill(int)::{lambda(int)#1}::operator()(int) const"),
            "heat::fill(int)::{lambda(int)#1}::operator()");
  EXPECT_EQ(source_line("heat::fill(int)\n??:0\n").function, "heat::fill");
}

TEST(SourceLine, IsAbsentWithoutDebugInformation) {
  EXPECT_EQ(source_line("heat::fill\n??:0\n").place, "");
  EXPECT_EQ(source_line("heat::fill\n??:?\n").function, "heat::fill");
  EXPECT_EQ(source_line("heat::fill\nfill.cpp:?\n").place, "");
  EXPECT_EQ(source_line("??\n??:0\n").function, "");
  EXPECT_EQ(source_line("").place, "");
}

TEST(CodePlace, NamesTheFunctionOrTheLibrary) {
  EXPECT_THAT(module_of(reinterpret_cast<const void*>(&std::snprintf)), HasSubstr("lib"));
  EXPECT_EQ(module_of(nullptr), "");
  EXPECT_THAT(code_place(reinterpret_cast<const void*>(&std::snprintf), false),
              AnyOf(HasSubstr("snprintf"), HasSubstr("+0x")));
}

} // namespace
} // namespace nopal
