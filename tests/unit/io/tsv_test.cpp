#include "fake_run.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace nopal;
using namespace nopal::test;
using testing::HasSubstr;

namespace {

DomainSpec grid_2d() {
  DomainSpec grid;
  grid.dimension = 2;
  grid.lower = {0, -1, 0};
  grid.upper = {1, 1, 0};
  grid.cells = {4, 4, 1};
  grid.periodic = {true, false, false};
  return grid;
}

/// 10 i + j everywhere.
void fill(FakeRun& run, int variable) {
  auto field = run.field<double>(variable);
  const Box& box = field.layout().box;
  for (long j = box.lower[1]; j < box.upper[1]; ++j)
    for (long i = box.lower[0]; i < box.upper[0]; ++i) field(i, j) = static_cast<double>(10 * i + j);
}

/// The last row of a file that is no comment.
std::string last_row(const std::string& text) {
  std::istringstream lines(text);
  std::string line, last;
  while (std::getline(lines, line))
    if (!line.empty() && line[0] != '#') last = line;
  return last;
}

} // namespace

TEST(Tsv, NormsStandInTheChosenOrderAtFullPrecision) {
  FakeRun run("tsv", grid_2d());
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.set("reductions", {std::string("norm2"), std::string("min")}, true);
  run.reduced = {0.1, -1.0 / 3.0};
  run.call("norms", {phi}, 0);
  run.call("norms", {phi}, 3);
  run.call("close");
  EXPECT_EQ(run.text_of("test-phi.norms.tsv"), "# test::phi: The phi\n"
                                               "# over all points of the grid, outer boundary included\n"
                                               "# iteration\ttime\tnorm2\tmin\n"
                                               "0\t0\t0.10000000000000001\t-0.33333333333333331\n"
                                               "3\t0.375\t0.10000000000000001\t-0.33333333333333331\n");
}

TEST(Tsv, ARunThatGoesOnCutsTheRowsBehindItsCheckpoint) {
  FakeRun run("tsv", grid_2d());
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  run.field<double>(energy).value() = 1;
  for (const long iteration : {0L, 9L, 10L}) run.call("norms", {energy}, iteration);
  run.call("close");
  const std::string up_to_10 = run.text_of("test-energy.tsv");
  run.field<double>(energy).value() = 2;
  run.call("norms", {energy}, 11);
  run.call("close");
  std::ofstream(run.output("test-energy.tsv"), std::ios::app) << "12\t1.5"; // killed while it wrote
  for (const bool output_done : {true, false}) {
    run.recover({10, output_done});
    run.field<double>(energy).value() = 1;
    if (!output_done) run.call("norms", {energy}, 10);
    run.field<double>(energy).value() = 3;
    run.call("norms", {energy}, 11);
    run.call("close");
    EXPECT_EQ(run.text_of("test-energy.tsv"), up_to_10 + "11\t1.375\t3\n") << output_done;
  }
}

TEST(Tsv, RowsAreThereAtOnce) {
  FakeRun run("tsv", grid_2d());
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  run.field<double>(energy).value() = 2.5;
  run.call("norms", {energy}, 1);
  EXPECT_EQ(last_row(run.text_of("test-energy.tsv")), "1\t0.125\t2.5");
  run.call("close");
}

TEST(Tsv, ScalarsOfEveryType) {
  FakeRun run("tsv", grid_2d());
  const int count = run.add(GroupKind::scalar, Type::integer, "count");
  const int amplitude = run.add(GroupKind::scalar, Type::complex, "amplitude");
  run.field<std::int64_t>(count).value() = -9007199254740993; // not a double
  run.field<std::complex<double>>(amplitude).value() = {1, -2};
  run.call("norms", {count, amplitude});
  run.call("close");
  EXPECT_EQ(last_row(run.text_of("test-count.tsv")), "0\t0\t-9007199254740993");
  EXPECT_THAT(run.text_of("test-amplitude.tsv"), HasSubstr("# iteration\ttime\tamplitude.real\tamplitude.imag\n"));
  EXPECT_EQ(last_row(run.text_of("test-amplitude.tsv")), "0\t0\t1\t-2");
}

TEST(Tsv, LinesPassThroughTheNearestPoint) {
  FakeRun run("tsv", grid_2d());
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  fill(run, phi);
  run.set("point", {0.6, 0.3}, true); // nearest: i = 2 (x = 0.5), j = 3 (y = 0.5)
  run.call("lines", {phi}, 2);
  run.call("close");
  EXPECT_EQ(run.text_of("test-phi.x.tsv"), "# test::phi: The phi\n"
                                           "# along x, outer boundary included; a block an iteration\n"
                                           "# iteration\ttime\tindex\tx\ty\tphi\n"
                                           "2\t0.25\t0\t0\t0.5\t3\n"
                                           "2\t0.25\t1\t0.25\t0.5\t13\n"
                                           "2\t0.25\t2\t0.5\t0.5\t23\n"
                                           "2\t0.25\t3\t0.75\t0.5\t33\n\n\n");
  const std::string y = run.text_of("test-phi.y.tsv");
  EXPECT_THAT(y, HasSubstr("2\t0.25\t0\t0.5\t-1\t20\n"));
  EXPECT_EQ(last_row(y), "2\t0.25\t4\t0.5\t1\t24");
  EXPECT_FALSE(std::filesystem::exists(run.output("test-phi.z.tsv")));
}

TEST(Tsv, HalfwayGoesToTheLowerIndex) {
  FakeRun run("tsv", grid_2d());
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  fill(run, phi);
  run.set("point", {0.375, -0.25}, true); // i = 1.5, j = 1.5
  run.call("lines", {phi});
  run.call("close");
  EXPECT_EQ(last_row(run.text_of("test-phi.x.tsv")), "0\t0\t3\t0.75\t-0.5\t31");
  EXPECT_EQ(last_row(run.text_of("test-phi.y.tsv")), "0\t0\t4\t0.25\t1\t14");
}

TEST(Tsv, PeriodicAxesWrap) {
  FakeRun run("tsv", grid_2d());
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  fill(run, phi);
  run.set("point", {0.95, 0.0}, true); // nearest is x = 1, the image of x = 0
  run.call("lines", {phi});
  run.call("close");
  EXPECT_EQ(last_row(run.text_of("test-phi.y.tsv")), "0\t0\t4\t0\t1\t4");
}

TEST(Tsv, ArraysGiveAllElements) {
  FakeRun run("tsv", grid_2d());
  const int modes = run.add(GroupKind::array, Type::integer, "modes", {2, 3, 1}, 2);
  for (long j = 0; j < 3; ++j)
    for (long i = 0; i < 2; ++i) run.field<std::int64_t>(modes)(i, j) = 10 * i + j;
  run.call("lines", {modes});
  run.call("close");
  EXPECT_EQ(run.text_of("test-modes.tsv"), "# test::modes: The modes\n# all elements; a block an iteration\n"
                                           "# iteration\ttime\ti\tj\tmodes\n"
                                           "0\t0\t0\t0\t0\n0\t0\t1\t0\t10\n0\t0\t0\t1\t1\n"
                                           "0\t0\t1\t1\t11\n0\t0\t0\t2\t2\n0\t0\t1\t2\t12\n\n\n");
}

TEST(Tsv, ANewRunBeginsItsFilesAnew) {
  FakeRun run("tsv", grid_2d());
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  for (int n = 0; n < 2; ++n) {
    run.call("norms", {energy}, n);
    run.call("close");
  }
  const std::string text = run.text_of("test-energy.tsv");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

TEST(Tsv, AFileThatCannotBeOpenedIsNamedWithTheReason) {
  FakeRun run("tsv", grid_2d());
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  std::filesystem::create_directory(run.output("test-energy.tsv"));
  EXPECT_THAT(run.error_of("norms", {energy}),
              testing::AllOf(HasSubstr("cannot open '" + run.output("test-energy.tsv") + "'"),
                             HasSubstr("Is a directory"), HasSubstr("driver.output")));
}

TEST(Tsv, AFullDiskIsNamedAsSuch) {
  FakeRun run("tsv", grid_2d());
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  std::filesystem::create_symlink("/dev/full", run.output("test-energy.tsv"));
  EXPECT_THAT(run.error_of("norms", {energy}),
              testing::AllOf(HasSubstr("cannot write to '" + run.output("test-energy.tsv") + "'"),
                             HasSubstr("No space left on device"), HasSubstr("free space")));
  run.call("close");
}

TEST(Tsv, WhatHasNoNormsOrLinesIsRefused) {
  FakeRun run("tsv", grid_2d());
  run.add(GroupKind::array, Type::real, "modes", {2, 1, 1}, 1);
  run.add(GroupKind::gf, Type::complex, "psi");
  run.add(GroupKind::scalar, Type::real, "energy");
  run.set("norms", {std::string("test::modes"), std::string("test::psi"), std::string("test::energy")}, true);
  run.set("lines", {std::string("test::energy_group")}, true);
  EXPECT_THAT(run.error_of("check"),
              testing::AllOf(HasSubstr("test.yaml:7:3"), HasSubstr("'test::modes', an array"),
                             HasSubstr("'test::psi', a complex grid function"), HasSubstr("'test::energy', a scalar")));
}

TEST(Tsv, APointOutsideTheGridIsRefused) {
  FakeRun run("tsv", grid_2d());
  run.set("point", {0.5}, true);
  EXPECT_THAT(run.error_of("check"), HasSubstr("tsv.point has 1 coordinates on a grid of 2 axes"));
  run.set("point", {0.5, 1e300}, true);
  EXPECT_THAT(run.error_of("check"), HasSubstr("along y, outside the grid, which extends from -1 to 1"));
  run.set("point", {0.5, 1.2}, true);
  EXPECT_EQ(run.error_of("check"), "");
}
