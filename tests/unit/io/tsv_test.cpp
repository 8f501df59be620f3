#include "tsv_run.hpp"

#include <limits>

using namespace nopal;
using namespace nopal::test;
using testing::HasSubstr;

namespace {

class Tsv : public testing::Test {
protected:
  FakeRun run{"tsv", grid_2d()};
};

} // namespace

TEST_F(Tsv, NormsStandInTheChosenOrderAtFullPrecision) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.set_list("reductions", {"norm2", "min"});
  run.reduced = {{.real = 0.1}, {.real = -1.0 / 3.0}};
  run.call("norms", {phi}, 0);
  run.call("norms", {phi}, 3);
  const std::string text = run.text_of("test-phi.norms.tsv");
  EXPECT_THAT(text, HasSubstr("\n# iteration\ttime\tnorm2\tmin\n"));
  EXPECT_EQ(rows(text), "0\t0\t0.10000000000000001\t-0.33333333333333331\n"
                        "3\t0.375\t0.10000000000000001\t-0.33333333333333331\n");
}

TEST_F(Tsv, RowsAreThereAtOnce) {
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  run.field<double>(energy).value() = 2.5;
  run.call("norms", {energy}, 1);
  EXPECT_EQ(last_row(run.text_of("test-energy.tsv")), "1\t0.125\t2.5");
}

TEST_F(Tsv, TheDriverLearnsOfTheFirstValueThatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  fill(run, phi);
  run.set_list("point", {0.6, 0.3}); // i = 2, j = 3
  run.call("lines", {phi}, 1);
  EXPECT_TRUE(run.not_finite.empty());
  run.field<double>(phi)(1, 3) = -infinity;
  run.field<double>(phi)(3, 3) = infinity;
  run.call("lines", {phi}, 2);
  ASSERT_EQ(run.not_finite.size(), 1); // the line along y has other points
  EXPECT_EQ(run.not_finite[0].what, "-inf at point (1, 3), x = 0.25, y = 0.5");
  EXPECT_EQ(run.not_finite[0].variable, phi);
  EXPECT_EQ(run.not_finite[0].output, "tsv");
  EXPECT_EQ(run.not_finite[0].iteration, 2);
  EXPECT_EQ(run.not_finite[0].time, 0.25);
  EXPECT_LT(run.not_finite[0].place, NotFinite::between_points);

  run.set_list("reductions", {"norm2", "min"});
  run.reduced = {{.real = 0.1}, {.real = infinity}};
  run.call("norms", {phi}, 3);
  ASSERT_EQ(run.not_finite.size(), 2);
  EXPECT_EQ(run.not_finite[1].what, "its min is inf");
  EXPECT_EQ(run.not_finite[1].place, NotFinite::no_place);
}

TEST_F(Tsv, ScalarsOfEveryType) {
  const int count = run.add(GroupKind::scalar, Type::integer, "count");
  const int amplitude = run.add(GroupKind::scalar, Type::complex, "amplitude");
  run.field<std::int64_t>(count).value() = -9007199254740993; // not a double
  run.field<std::complex<double>>(amplitude).value() = {1, -2};
  run.call("norms", {count, amplitude});
  EXPECT_EQ(last_row(run.text_of("test-count.tsv")), "0\t0\t-9007199254740993");
  EXPECT_THAT(run.text_of("test-amplitude.tsv"), HasSubstr("# iteration\ttime\tamplitude.real\tamplitude.imag\n"));
  EXPECT_EQ(last_row(run.text_of("test-amplitude.tsv")), "0\t0\t1\t-2");
}

TEST_F(Tsv, LinesPassThroughTheNearestPoint) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  fill(run, phi);
  run.set_list("point", {0.6, 0.3}); // nearest: i = 2 (x = 0.5), j = 3 (y = 0.5)
  run.call("lines", {phi}, 2);
  const std::string x = run.text_of("test-phi.x.tsv");
  EXPECT_THAT(x, HasSubstr("\n# place: y = 0.5 (index 3)\n"));
  EXPECT_EQ(rows(x), "2\t0.25\t0\t0\t0.5\t3\n"
                     "2\t0.25\t1\t0.25\t0.5\t13\n"
                     "2\t0.25\t2\t0.5\t0.5\t23\n"
                     "2\t0.25\t3\t0.75\t0.5\t33\n\n\n");
  const std::string y = run.text_of("test-phi.y.tsv");
  EXPECT_THAT(y, HasSubstr("2\t0.25\t0\t0.5\t-1\t20\n"));
  EXPECT_EQ(last_row(y), "2\t0.25\t4\t0.5\t1\t24");
  EXPECT_FALSE(std::filesystem::exists(run.output("test-phi.z.tsv")));
}

TEST_F(Tsv, HalfwayGoesToTheLowerIndex) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  fill(run, phi);
  run.set_list("point", {0.375, -0.25}); // i = 1.5, j = 1.5
  run.call("lines", {phi});
  EXPECT_EQ(last_row(run.text_of("test-phi.x.tsv")), "0\t0\t3\t0.75\t-0.5\t31");
  EXPECT_EQ(last_row(run.text_of("test-phi.y.tsv")), "0\t0\t4\t0.25\t1\t14");
}

TEST_F(Tsv, PeriodicAxesWrap) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  fill(run, phi);
  run.set_list("point", {0.95, 0.0}); // nearest is x = 1, the image of x = 0
  run.call("lines", {phi});
  EXPECT_EQ(last_row(run.text_of("test-phi.y.tsv")), "0\t0\t4\t0\t1\t4");
}

TEST_F(Tsv, ArraysGiveAllElements) {
  const int modes = run.add(GroupKind::array, Type::integer, "modes", {2, 3, 1}, 2);
  for (long j = 0; j < 3; ++j)
    for (long i = 0; i < 2; ++i) run.field<std::int64_t>(modes)(i, j) = 10 * i + j;
  run.call("lines", {modes});
  const std::string text = run.text_of("test-modes.tsv");
  EXPECT_THAT(text, HasSubstr("\n# iteration\ttime\ti\tj\tmodes\n"));
  EXPECT_EQ(rows(text), "0\t0\t0\t0\t0\n0\t0\t1\t0\t10\n0\t0\t0\t1\t1\n"
                        "0\t0\t1\t1\t11\n0\t0\t0\t2\t2\n0\t0\t1\t2\t12\n\n\n");
}

TEST_F(Tsv, ANewRunBeginsItsFilesAnew) {
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  for (int n = 0; n < 2; ++n) {
    run.call("norms", {energy}, n);
    run.restart();
  }
  EXPECT_EQ(rows(run.text_of("test-energy.tsv")), "1\t0.125\t0\n");
}

TEST_F(Tsv, AFileThatCannotBeOpenedIsNamedWithTheReason) {
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  std::filesystem::create_directory(run.output("test-energy.tsv"));
  EXPECT_THAT(run.error_of("norms", {energy}),
              testing::AllOf(HasSubstr("cannot open '" + run.output("test-energy.tsv") + "'"),
                             HasSubstr("Is a directory"), HasSubstr("driver.output")));
}

TEST_F(Tsv, AFullDiskIsNamedAsSuch) {
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  std::filesystem::create_symlink("/dev/full", run.output("test-energy.tsv"));
  EXPECT_THAT(run.error_of("norms", {energy}),
              testing::AllOf(HasSubstr("cannot write to '" + run.output("test-energy.tsv") + "'"),
                             HasSubstr("No space left on device"), HasSubstr("free space")));
}

TEST_F(Tsv, WhatHasNoNormsOrLinesIsRefused) {
  run.add(GroupKind::array, Type::real, "modes", {2, 1, 1}, 1);
  run.add(GroupKind::gf, Type::complex, "psi");
  run.add(GroupKind::scalar, Type::real, "energy");
  run.set_list("norms", {"test::modes", "test::psi", "test::energy"});
  run.set_list("lines", {"test::energy_group"});
  EXPECT_THAT(run.error_of("check"),
              testing::AllOf(HasSubstr("test.yaml:7:3"), HasSubstr("'test::modes', which is an array"),
                             HasSubstr("'test::psi', which is a complex grid function"),
                             HasSubstr("'test::energy', which is a scalar")));
}

TEST_F(Tsv, ReductionsThatMakeNoFileAreRefused) {
  run.set_list("reductions", {});
  EXPECT_THAT(run.error_of("check"), HasSubstr("test.yaml:7:3: tsv.reductions is empty"));
  run.set_list("reductions", {"min", "max", "min"});
  EXPECT_THAT(run.error_of("check"), HasSubstr("tsv.reductions lists min twice"));
}

TEST_F(Tsv, APointOutsideTheGridIsRefused) {
  run.set_list("point", {0.5});
  EXPECT_THAT(run.error_of("check"), HasSubstr("tsv.point has 1 coordinates on a grid of 2 axes"));
  run.set_list("point", {0.5, 1e300});
  EXPECT_THAT(run.error_of("check"),
              HasSubstr("coordinate 1e+300 along y, outside the grid, which extends from -1 to 1"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  run.set_list("point", {nan, nan});
  EXPECT_THAT(run.error_of("check"), testing::AllOf(HasSubstr("nan along x"), HasSubstr("nan along y")));
  run.set_list("point", {0.5, 1.2});
  EXPECT_EQ(run.error_of("check"), "");
}

TEST_F(Tsv, TheHeaderSaysWhatIsWhere) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.set_list("point", {0.6, 0.3});
  run.call("lines", {phi}, 2);
  const std::string text = run.text_of("test-phi.x.tsv");
  EXPECT_THAT(text, testing::StartsWith("# nopal: "));
  EXPECT_THAT(text, HasSubstr("\n# thorn: tsv\n"
                              "# variable: test::phi\n"
                              "# description: The phi\n"
                              "# content: values along x, outer boundary included; a block per iteration\n"
                              "# place: y = 0.5 (index 3)\n"
                              "# grid: 2 axes, vertex-centred\n"
                              "# axis x: 4 points from 0 to 0.75, indices 0 to 3, spacing 0.25, periodic [length]\n"
                              "# axis y: 5 points from -1 to 1, indices 0 to 4, spacing 0.5 [length]\n"
                              "# column 1: iteration\n"
                              "# column 2: time [time]\n"
                              "# column 3: index, along x\n"
                              "# column 4: x, coordinate [length]\n"
                              "# column 5: y, coordinate [length]\n"
                              "# column 6: phi\n"
                              "# iteration\ttime\tindex\tx\ty\tphi\n2\t"));
}

TEST_F(Tsv, AFileThatIsRemovedUnderTheRunIsNoticed) {
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  run.call("norms", {energy}, 0);
  std::filesystem::remove(run.output("test-energy.tsv"));
  EXPECT_THAT(run.error_of("norms", {energy}),
              HasSubstr("'" + run.output("test-energy.tsv") + "' was removed during the run"));
}

TEST_F(Tsv, WhatCannotBeWrittenOfAListThatWasChangedInMidRunIsLeftOut) {
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  const int modes = run.add(GroupKind::array, Type::integer, "modes", {2, 3, 1}, 2);
  for (const long iteration : {0L, 1L}) {
    run.call("lines", {energy, modes}, iteration);
    run.call("planes", {energy}, iteration);
  }
  EXPECT_THAT(run.warnings,
              testing::UnorderedElementsAre(
                  testing::AllOf(HasSubstr("tsv.lines lists 'test::energy', which is a scalar"), HasSubstr("left out")),
                  HasSubstr("tsv.planes lists 'test::energy', which is a scalar")));
  EXPECT_EQ(last_row(run.text_of("test-modes.tsv")), "1\t0.125\t1\t2\t0");
  EXPECT_FALSE(std::filesystem::exists(run.output("test-energy.x.tsv")));
}
