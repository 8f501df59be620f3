// Tests which points the planes of the thorn tsv hold, and in which order.

#include "tsv_run.hpp"

using namespace nopal;
using namespace nopal::test;
using testing::HasSubstr;

namespace {

DomainSpec grid_3d() {
  DomainSpec grid;
  grid.upper = {3, 2, 1};
  grid.cells = {3, 2, 1};
  grid.centering = Centering::cell;
  return grid;
}

} // namespace

TEST(TsvPlanes, ScansAreApartAndBlocksFurther) {
  FakeRun run("tsv", grid_2d());
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  fill(run, phi);
  run.call("planes", {phi}, 0);
  run.call("planes", {phi}, 2);
  const std::string text = run.text_of("test-phi.xy.tsv");
  EXPECT_THAT(text, HasSubstr("\n# iteration\ttime\ti\tj\tx\ty\tphi\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("place:")));
  std::string expected;
  for (const std::string start : {"0\t0\t", "2\t0.25\t"}) {
    for (int j = 0; j < 5; ++j) {
      for (int i = 0; i < 4; ++i) {
        std::ostringstream row;
        row << start << i << '\t' << j << '\t' << 0.25 * i << '\t' << -1 + 0.5 * j << '\t' << 10 * i + j << '\n';
        expected += row.str();
      }
      expected += '\n';
    }
    expected += '\n';
  }
  EXPECT_EQ(rows(text), expected);
}

TEST(TsvPlanes, AllPairsOfAxesThroughThePoint) {
  FakeRun run("tsv", grid_3d());
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  auto field = run.field<double>(phi);
  for_all_points(field.layout().box,
                 [&](long i, long j, long k) { field(i, j, k) = static_cast<double>(100 * i + 10 * j + k); });
  run.set_list("point", {1.4, 0.6, 0.5}); // (1, 0, 0)
  run.call("planes", {phi});
  EXPECT_EQ(last_row(run.text_of("test-phi.xy.tsv")), "0\t0\t3\t2\t3.5\t2.5\t0.5\t320");
  EXPECT_EQ(last_row(run.text_of("test-phi.xz.tsv")), "0\t0\t3\t1\t3.5\t0.5\t1.5\t301");
  const std::string yz = run.text_of("test-phi.yz.tsv");
  EXPECT_THAT(yz, HasSubstr("\n# place: x = 1.5 (index 1)\n"));
  EXPECT_THAT(yz, HasSubstr("\n# iteration\ttime\tj\tk\tx\ty\tz\tphi\n"
                            "0\t0\t-1\t-1\t1.5\t-0.5\t-0.5\t89\n"
                            "0\t0\t0\t-1\t1.5\t0.5\t-0.5\t99\n"));
  EXPECT_EQ(last_row(yz), "0\t0\t2\t1\t1.5\t2.5\t1.5\t121");
}

TEST(TsvPlanes, OnlyThoseThatAreAskedFor) {
  FakeRun run("tsv", grid_3d());
  const int psi = run.add(GroupKind::gf, Type::complex, "psi");
  run.field<std::complex<double>>(psi)(3, 0, 1) = {0.5, -2};
  run.set_list("planes_along", {"xz"});
  run.call("planes", {psi});
  const std::string xz = run.text_of("test-psi.xz.tsv");
  EXPECT_THAT(xz, HasSubstr("\tpsi.real\tpsi.imag\n"));
  EXPECT_THAT(last_row(xz), testing::EndsWith("\t0.5\t-2"));
  EXPECT_FALSE(std::filesystem::exists(run.output("test-psi.xy.tsv")));
  EXPECT_FALSE(std::filesystem::exists(run.output("test-psi.yz.tsv")));
}

TEST(TsvPlanes, WhatHasNoneIsRefused) {
  FakeRun run("tsv", grid_2d());
  run.add(GroupKind::array, Type::real, "modes", {2, 1, 1}, 1);
  run.add(GroupKind::scalar, Type::real, "energy");
  run.set_list("planes", {"test::modes", "test::energy"});
  run.set_list("planes_along", {"xy", "yz"});
  EXPECT_THAT(
      run.error_of("check"),
      testing::AllOf(
          HasSubstr("'test::modes', which is an array, but this list takes only grid functions: list it in tsv.lines"),
          HasSubstr("'test::energy', which is a scalar, but this list takes only grid functions: list it in tsv.norms"),
          HasSubstr("tsv.planes_along lists yz on a grid of 2 axes")));
}

TEST(TsvPlanes, AGridOfOneAxisHasNone) {
  DomainSpec grid;
  grid.dimension = 1;
  grid.cells = {4, 1, 1};
  FakeRun run("tsv", grid);
  run.add(GroupKind::gf, Type::real, "phi");
  run.set_list("planes", {"test::phi"});
  EXPECT_THAT(
      run.error_of("check"),
      HasSubstr("tsv.planes lists 'test::phi', but a grid of 1 axis has no planes: list it in tsv.lines instead"));
}
