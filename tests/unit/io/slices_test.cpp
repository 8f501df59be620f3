// Tests the thorn slices, but not its pictures. tests/parfile tests the pictures.

#include "fake_run.hpp"

#include <gmock/gmock.h>

#include <sys/resource.h>

#include <csignal>
#include <fstream>

using namespace nopal;
using namespace nopal::test;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

DomainSpec grid(int dimension) {
  DomainSpec grid;
  grid.dimension = dimension;
  grid.upper = {1, 2, 3};
  grid.cells = {4, 5, 6};
  return grid;
}

std::vector<std::string> files(const FakeRun& run) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(run.output_folder()))
    files.push_back(entry.path().filename().string());
  return files;
}

std::vector<Scalar> scalars(const std::vector<double>& numbers) { return {numbers.begin(), numbers.end()}; }

} // namespace

TEST(Slices, OnePictureAVariablePlaneAndIteration) {
  FakeRun run("slices", grid(3));
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  const int mask = run.add(GroupKind::gf, Type::integer, "mask");
  run.set_list("normal", {"z", "x"});
  run.call("draw", {phi, mask}, 0);
  run.call("draw", {phi}, 20);
  EXPECT_THAT(files(run), UnorderedElementsAre("test-phi.xy_00000000.png", "test-phi.yz_00000000.png",
                                               "test-mask.xy_00000000.png", "test-mask.yz_00000000.png",
                                               "test-phi.xy_00000020.png", "test-phi.yz_00000020.png"));
  EXPECT_THAT(run.text_of("test-phi.xy_00000020.png"), testing::StartsWith("\x89PNG"));
  EXPECT_THAT(run.warnings, IsEmpty());
}

TEST(Slices, AnEarlierRunsPicturesAreToldOf) {
  FakeRun run("slices", grid(2));
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  for (const char* name : {"test-phi.xy_00000007.png", "test-phi.xyz_00000007.png", "test-phi.xy_old.png"})
    std::ofstream(run.output(name)) << "old";
  run.call("draw", {phi}, 0);
  run.call("draw", {phi}, 1);
  ASSERT_EQ(run.warnings.size(), 1U);
  EXPECT_THAT(run.warnings[0], HasSubstr("holds 1 pictures test-phi.xy_*.png of an earlier run"));
}

TEST(Slices, ARunThatGoesOnRemovesPicturesBehindItsCheckpoint) {
  FakeRun run("slices", grid(2));
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  for (const char* name : {"test-phi.xy_00000004.png", "test-phi.xy_00000006.png", "test-psi.xy_00000006.png"})
    std::ofstream(run.output(name)) << "old";
  run.recover({4, true});
  run.call("draw", {phi}, 5);
  EXPECT_THAT(files(run),
              UnorderedElementsAre("test-phi.xy_00000004.png", "test-phi.xy_00000005.png", "test-psi.xy_00000006.png"));
  EXPECT_THAT(run.warnings, IsEmpty());
}

TEST(Slices, PicturesThatCannotBeWrittenAreErrorsAndLeaveNothing) {
  FakeRun run("slices", grid(2));
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  std::filesystem::create_directory(run.output(".test-phi.xy_00000000.png.part"));
  EXPECT_THAT(run.error_of("draw", {phi}),
              HasSubstr(".test-phi.xy_00000000.png.part': Is a directory; set driver.output"));
  std::filesystem::remove(run.output(".test-phi.xy_00000000.png.part"));
  std::filesystem::create_directories(run.output("test-phi.xy_00000000.png/taken"));
  EXPECT_THAT(run.error_of("draw", {phi}), HasSubstr("cannot rename"));
  EXPECT_THAT(files(run), UnorderedElementsAre("test-phi.xy_00000000.png"));
}

TEST(Slices, WhereThereIsNoRoomTheErrorSaysSo) {
  FakeRun run("slices", grid(2));
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit little{1000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &little);
  const std::string error = run.error_of("draw", {phi});
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(error, HasSubstr("cannot write to '" + run.output(".test-phi.xy_00000000.png.part") + "'"));
  EXPECT_THAT(error, HasSubstr("File too large; free space there, write less (slices.every)"));
  EXPECT_THAT(files(run), IsEmpty());
}

TEST(Slices, RefusesGridFunctionsOnGridsOfOneAxis) {
  FakeRun run("slices", grid(1));
  run.add(GroupKind::gf, Type::real, "phi");
  run.set_list("variables", {"test::phi"});
  EXPECT_THAT(run.error_of("check"), HasSubstr("'test::phi', which is on a grid of one axis, but slices draws planes"));
}

TEST(Slices, RefusesWhatCannotBeDrawn) {
  FakeRun run("slices", grid(2));
  run.add(GroupKind::gf, Type::complex, "psi");
  run.add(GroupKind::array, Type::real, "modes", {3, 2, 1}, 2);
  run.add(GroupKind::scalar, Type::real, "total");
  run.set_list("variables", {"test::psi", "test::modes", "test::total"});
  EXPECT_THAT(run.error_of("check"), testing::AllOf(HasSubstr("lists 'test::psi', which is a complex grid function"),
                                                    HasSubstr("lists 'test::modes', which is an array"),
                                                    HasSubstr("lists 'test::total', which is a scalar")));
}

TEST(Slices, RefusesPlanesThatAreNone) {
  FakeRun flat("slices", grid(2));
  flat.set_list("normal", {"z"});
  flat.set_list("point", scalars({0, 0}));
  EXPECT_THAT(flat.error_of("check"),
              testing::AllOf(HasSubstr("remove slices.normal"), HasSubstr("remove slices.point")));

  FakeRun run("slices", grid(3));
  run.set_list("normal", {"z", "x", "z"});
  run.set_list("point", scalars({0, 0}));
  EXPECT_THAT(run.error_of("check"), testing::AllOf(HasSubstr("lists 'z' more than once"),
                                                    HasSubstr("has 2 coordinates on a grid of 3 axes")));
  run.set_list("normal", {});
  run.set_list("point", scalars({0, 0, 3.5}));
  EXPECT_THAT(run.error_of("check"), HasSubstr("coordinate 3.5 along z, outside the grid, which extends from 0 to 3"));
}

TEST(Slices, RefusesRangesThatAreNone) {
  FakeRun run("slices", grid(2));
  const auto error = [&](const std::vector<double>& range, const std::string& scale = "linear") {
    run.set_list("range", scalars(range));
    run.set("scale", scale);
    return run.error_of("check");
  };
  EXPECT_THAT(error({1}), HasSubstr("slices.range has 1 numbers; give two"));
  EXPECT_THAT(error({2, 1}), HasSubstr("is [2, 1]; give two finite numbers, the lower one first"));
  EXPECT_THAT(error({1, 1}), HasSubstr("the lower one first"));
  EXPECT_THAT(error({0, 1}, "logarithmic"), HasSubstr("both must be above 0"));
  EXPECT_THAT(error({-1, 2}, "symmetric"), HasSubstr("write [-2, 2]"));
  EXPECT_THAT(error({-2, 2}, "symmetric"), IsEmpty());
  EXPECT_THAT(error({1e-3, 2}, "logarithmic"), IsEmpty());
  EXPECT_THAT(error({}), IsEmpty());
}
