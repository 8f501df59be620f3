// What the bodies of loops over sets use: plain accessors, checked accessors, and the errors of the checks.

#include "core/kernels/host_loop.hpp"

#include "tests/support/error_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace nopal::test {
namespace loop_checks_test {

using namespace nopal_dialect; // NOLINT(google-build-using-namespace): as in generated code
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const LoopArgument arguments[] = {
    {"q", "t::q@0", ArgumentKind::dat, Access::read, false, 4, 0, -1, false, 0},
    {"adt", "t::adt@0", ArgumentKind::dat, Access::read, false, 1, -1, -1, false, 0},
    {"res", "t::res@0", ArgumentKind::dat, Access::write, false, 3, -1, -1, false, 0},
    {"left", "t::q@0", ArgumentKind::dat, Access::read, false, 4, 0, 1, false, 0},
    {"both", "t::both@0", ArgumentKind::dat, Access::readwrite, false, 2, -1, -1, false, 0},
    {"many", "t::many@0", ArgumentKind::dat, Access::write, false, 64, -1, -1, false, 0},
    {"gas", "t::gas", ArgumentKind::real, Access::read, false, 1, -1, -1, false, 0},
    {"rms", "t::rms@0", ArgumentKind::total, Access::increment, false, 1, -1, -1, false, 0}};
const LoopMap maps[] = {{"t::edge_cells", 2}};
const LoopKernel kernel{"t", "flux", "t::edges", arguments, 8, maps, 1, nullptr, nullptr, "flux.kernel", ""};

std::string error(int element, const std::string& argument, const std::string& what) {
  return "flux.kernel: kernel flux of t, element " + std::to_string(element) + " of t::edges: " + argument + ": " +
         what;
}

class LoopChecks : public testing::Test {
protected:
  HostLoop loop;
  LoopChecker checker{kernel, loop};

  LoopChecks() { checker.begin(5); }
  void write_all(int argument) {
    for (int c = 0; c < arguments[argument].components; ++c) checker.wrote(argument, c);
  }
};

TEST_F(LoopChecks, AllowTheComponentsAndTargetsThatExist) {
  EXPECT_EQ(error_of([&] {
              for (int c = 0; c < 4; ++c)
                for (int t = 0; t < 2; ++t) checker.check(0, t, 2, c);
              checker.check(1, 0);
              checker.check(3, 3);
              checker.check(5, 63);
            }),
            "no error");
}

TEST_F(LoopChecks, RefuseOtherComponents) {
  for (const int c : {-1, 4, 1000})
    EXPECT_EQ(error_of([&] { checker.check(0, 1, 2, c); }),
              error(5, "q", "component " + std::to_string(c) + " does not exist: the group declares 4 (0 to 3)"));
  EXPECT_EQ(error_of([&] { checker.check(1, 1); }),
            error(5, "adt", "component 1 does not exist: the group declares 1 (0 to 0)"));
  EXPECT_EQ(error_of([&] { checker.check(3, 4); }),
            error(5, "left", "component 4 does not exist: the group declares 4 (0 to 3)"));
}

TEST_F(LoopChecks, RefuseOtherTargets) {
  for (const int t : {-1, 2, 99})
    EXPECT_EQ(error_of([&] { checker.check(0, t, 2, 0); }),
              error(5, "q",
                    "target " + std::to_string(t) +
                        " of the map t::edge_cells does not exist: this element has the targets 0 to 1"));
  EXPECT_EQ(error_of([&] { checker.check(0, 3, 3, 0); }),
            error(5, "q", "target 3 of the map t::edge_cells does not exist: this element has the targets 0 to 2"));
  EXPECT_THAT(error_of([&] { checker.check(0, 0, 0, 0); }),
              HasSubstr("target 0 of the map t::edge_cells does not exist"))
      << "the arity varies, and this element has no targets";
}

TEST_F(LoopChecks, NameTheGlobalNumberOfTheElement) {
  const std::int64_t numbers[] = {10, 11, 12, 13, 14, 3000};
  loop.numbers = numbers;
  EXPECT_EQ(error_of([&] { checker.check(1, 7); }),
            error(3000, "adt", "component 7 does not exist: the group declares 1 (0 to 0)"));
  checker.begin(2);
  EXPECT_THAT(error_of([&] { checker.check(1, 7); }), HasSubstr("element 12 of t::edges"));
}

TEST_F(LoopChecks, EachComponentThatIsWrittenNeedsAValue) {
  const auto expected = [](const char* name, int c) {
    const std::string component = std::to_string(c);
    return error(5, name,
                 "component " + component + " is declared under writes: and gets no value: assign to " + name + "(" +
                     component + "), or declare the variable under reads:, too");
  };
  EXPECT_EQ(error_of([&] { checker.end(); }), expected("res", 0));
  checker.wrote(2, 0);
  checker.wrote(2, 2);
  EXPECT_EQ(error_of([&] { checker.end(); }), expected("res", 1));
  checker.wrote(2, 1);
  EXPECT_EQ(error_of([&] { checker.end(); }), expected("many", 0));
  for (int c = 0; c < 63; ++c) checker.wrote(5, c);
  EXPECT_EQ(error_of([&] { checker.end(); }), expected("many", 63));
  checker.wrote(5, 63);
  EXPECT_EQ(error_of([&] { checker.end(); }), "no error") << "both is read, too, so it needs no value";
}

TEST_F(LoopChecks, ForgetWhatWasWrittenAtTheElementBefore) {
  write_all(2);
  write_all(5);
  EXPECT_EQ(error_of([&] { checker.end(); }), "no error");
  checker.begin(6);
  EXPECT_THAT(error_of([&] { checker.end(); }), HasSubstr("element 6 of t::edges: res: component 0"));
}

TEST_F(LoopChecks, CheckedAccessorsFindTheValuesOfPlainOnes) {
  const double values[] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
  const std::int32_t row[] = {2, 1};
  const CheckedAccess q{&checker, 0, 2, OfTargets<double, 4>{values, row}};
  EXPECT_EQ(q(0, 3), 23);
  EXPECT_EQ(q(1L, 0), 10);
  EXPECT_EQ(&q(1, 0), values + 4);
  EXPECT_THAT(error_of([&] { static_cast<void>(q(2, 0)); }), HasSubstr("target 2"));
  EXPECT_THAT(error_of([&] { static_cast<void>(q(1, 4)); }), HasSubstr("component 4"));
  EXPECT_THAT(error_of([&] { static_cast<void>(q(-1, 0)); }), HasSubstr("target -1"));
  const CheckedAccess left{&checker, 3, 1, OfElement<const double>{values + 4}};
  EXPECT_EQ(left(2), 12);
  EXPECT_THAT(error_of([&] { static_cast<void>(left(4)); }), HasSubstr("left: component 4"));
}

TEST_F(LoopChecks, CheckedWritesAreNoted) {
  double values[] = {1, 2, 3};
  const CheckedWritten<Assigned<double>, double> res{&checker, 2, values};
  res(0) = 7;
  res(2) = res(1) = 8;
  EXPECT_THAT(values, ElementsAre(7, 8, 8));
  EXPECT_THAT(error_of([&] { res(3) = 1; }), HasSubstr("res: component 3"));
  EXPECT_THAT(error_of([&] { checker.end(); }), HasSubstr("many: component 0")) << "res has all its values";
}

TEST(LoopAccessors, ReadAndWriteTheOwnElement) {
  double values[] = {1, 2, 3};
  const OfElement<double> both{values};
  both(1) += 5;
  EXPECT_EQ(values[1], 7);
  const OfElementWritten<double> written{values};
  written(2) = 9;
  EXPECT_EQ(values[2], 9);
  static_assert(std::is_same_v<decltype(OfElement<const double>{values}(0)), const double&>);
  static_assert(!std::is_convertible_v<decltype(written(0)), double>, "a value that is only written cannot be read");
}

TEST(LoopAccessors, SumWhatAnElementAdds) {
  double sums[] = {nothing<double>, nothing<double>, nothing<double>, nothing<double>};
  const AddedToTargets<double, 2> res{sums};
  res(1, 0) += 2.5;
  res(1, 0) -= 1;
  res(0, 1) -= 4;
  EXPECT_THAT(sums, ElementsAre(0, -4, 1.5, 0));
  const AddedToTarget<double> left{sums};
  left(1) += 1;
  EXPECT_EQ(sums[1], -3);
  static_assert(!std::is_convertible_v<decltype(res(0, 0)), double>, "a sum cannot be read");
}

TEST(LoopAccessors, AddTheSumsToATarget) {
  double values[] = {1, 2, 3, 4};
  const double sums[] = {10, 20};
  add_sums<2>(values, 1, sums);
  add_sums<2>(values, -1, sums);
  EXPECT_THAT(values, ElementsAre(1, 2, 13, 24));
}

TEST(LoopAccessors, AddingNothingChangesNoBit) {
  double values[] = {-0.0, 0.0};
  const double sums[] = {nothing<double>, nothing<double>};
  add_sums<2>(values, 0, sums);
  EXPECT_TRUE(std::signbit(values[0]));
  EXPECT_FALSE(std::signbit(values[1]));
  EXPECT_EQ(nothing<long>, 0);
}

TEST(LoopAccessors, AddAtOnceWhereTheThreadMay) {
  double values[] = {1, 2, 3, 4, 5, 6};
  const std::int32_t row[] = {2, -1, 0};
  const AddedAtOnce<double, 2> res{values, row};
  res(0, 1) += 10;
  res(1, 0) += 100;
  res(1, 1) -= 100;
  res(2, 0) -= 3;
  EXPECT_THAT(values, ElementsAre(-2, 2, 3, 4, 5, 16));
}

TEST(LoopAccessors, RefuseIntegersThatDoNotFit) {
  const std::string error = "an increment of an int is larger than 64 bits can hold: use a real dat, or smaller "
                            "increments";
  constexpr long most = std::numeric_limits<long>::max(), least = std::numeric_limits<long>::min();
  long values[] = {most - 1, least + 1};
  const long up[] = {1, -1};
  add_sums<2>(values, 0, up);
  EXPECT_THAT(values, ElementsAre(most, least));
  EXPECT_EQ(error_of([&] { add_sums<2>(values, 0, up); }), error);
  values[0] = most; // what a sum leaves that does not fit is of no use
  const std::int32_t row[] = {0, 1, -1};
  const AddedAtOnce<long, 1> hits{values, row};
  EXPECT_EQ(error_of([&] { hits(0, 0) += 1; }), error);
  EXPECT_EQ(error_of([&] { hits(1, 0) -= 1; }), error);
  EXPECT_EQ(error_of([&] { hits(2, 0) += most; }), "no error") << "another thread adds there";
  values[0] = most;
  hits(0, 0) -= 5;
  EXPECT_EQ(values[0], most - 5);
}

TEST(LoopAccessors, CountTheTargets) {
  const Targets edges{6};
  EXPECT_EQ(count(edges), 6);
}

} // namespace loop_checks_test
} // namespace nopal::test
