// Tests the thorn hdf5 without reading HDF5. tests/parfile tests values and attributes.

#include "fake_run.hpp"

#include <gmock/gmock.h>

#include <sys/resource.h>

#include <csignal>
#include <fstream>

using namespace nopal;
using namespace nopal::test;
using testing::HasSubstr;

namespace {

DomainSpec hdf5_grid() {
  DomainSpec grid;
  grid.dimension = 2;
  grid.upper = {1, 2, 0};
  grid.cells = {4, 4, 1};
  return grid;
}

class Hdf5 : public testing::Test {
protected:
  FakeRun run{"hdf5", hdf5_grid()};
};

} // namespace

TEST_F(Hdf5, OneFileAnIterationAndAnIndexOfAll) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.call("write", {phi}, 0);
  run.call("write", {phi}, 20);
  run.call("finish");
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(run.output_folder()))
    files.push_back(entry.path().filename().string());
  EXPECT_THAT(files, testing::UnorderedElementsAre("fields_00000000.h5", "fields_00000020.h5", "fields.xmf"));
  EXPECT_THAT(run.warnings, testing::IsEmpty());

  const std::string xdmf = run.text_of("fields.xmf");
  EXPECT_THAT(xdmf, HasSubstr("<Time Value=\"0\"/>"));
  EXPECT_THAT(xdmf, HasSubstr("<Time Value=\"2.5\"/>"));
  EXPECT_THAT(xdmf, HasSubstr("Dimensions=\"1 5 5\">fields_00000020.h5:/data/20/meshes/test_phi</DataItem>"));
  EXPECT_THAT(
      xdmf,
      HasSubstr(
          "<DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">1 0.5 0.25</DataItem>"));
}

TEST_F(Hdf5, ComplexGridFunctionsHaveTwoAttributesInTheIndex) {
  const int psi = run.add(GroupKind::gf, Type::complex, "psi");
  run.call("write", {psi});
  run.call("finish");
  EXPECT_THAT(run.text_of("fields.xmf"),
              testing::AllOf(HasSubstr("Name=\"test_psi_r\""), HasSubstr("/data/0/meshes/test_psi/i<")));
}

TEST_F(Hdf5, LongParfilesFit) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.parfile_text.append(200'000, '#');
  run.call("write", {phi});
  run.call("finish");
  EXPECT_GT(std::filesystem::file_size(run.output("fields_00000000.h5")), 200'000U);
}

TEST_F(Hdf5, FilesOfAnEarlierRunAreMentioned) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  std::ofstream(run.output("fields_00000007.h5")) << "old";
  run.call("write", {phi}, 0);
  run.call("write", {phi}, 1);
  run.call("finish");
  ASSERT_EQ(run.warnings.size(), 1U);
  EXPECT_THAT(run.warnings[0], HasSubstr("holds 1 files fields_*.h5 of an earlier run"));
}

TEST_F(Hdf5, AFileThatCannotBeMadeIsNamedWithTheReason) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  std::filesystem::create_directory(run.output(".fields_00000000.h5.part"));
  EXPECT_THAT(run.error_of("write", {phi}),
              testing::AllOf(HasSubstr("cannot create '" + run.output(".fields_00000000.h5.part") + "'"),
                             HasSubstr("Is a directory"), HasSubstr("driver.output")));
  run.call("finish");
}

TEST_F(Hdf5, AFullDiskIsNamedAsSuch) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.parfile_text.append(300'000, '#');
  // A limit on the size of files stands for a full disk.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{200'000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string error = run.error_of("write", {phi});
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(error, testing::AllOf(HasSubstr("cannot write '" + run.output("fields_00000000.h5") + "'"),
                                    HasSubstr("File too large"), HasSubstr("free space")));
  EXPECT_TRUE(std::filesystem::is_empty(run.output_folder()));
  run.call("finish");
}

TEST_F(Hdf5, AFailureLeavesNoHalfWrittenFile) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  std::filesystem::create_directory(run.output("fields_00000000.h5"));
  EXPECT_THAT(run.error_of("write", {phi}), HasSubstr("cannot rename"));
  EXPECT_FALSE(std::filesystem::exists(run.output(".fields_00000000.h5.part")));
  EXPECT_FALSE(std::filesystem::exists(run.output("fields.xmf")));
  run.call("finish");
}

TEST_F(Hdf5, NamesThatCannotBeAreRefused) {
  for (const char* name : {"", "a/b", ".hidden", "run2", "ü"}) {
    run.set("file", name);
    EXPECT_THAT(run.error_of("check"), HasSubstr(std::string("test.yaml:7:3: hdf5.file is '") + name + "'"));
  }
  run.set("file", "run2_fields");
  EXPECT_EQ(run.error_of("check"), "");
}

TEST_F(Hdf5, TheIndexTellsOfTheRegion) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.set_list("lower", {0.3, 0.0});
  run.set_list("stride", {1, 3});
  run.set("precision", "float");
  run.call("write", {phi});
  run.call("finish");
  const std::string xdmf = run.text_of("fields.xmf");
  // The region has the points 1 to 4 along x, and 0 and 3 along y.
  EXPECT_THAT(xdmf, HasSubstr("Precision=\"4\" Dimensions=\"1 2 4\">fields_00000000.h5:/data/0/meshes/test_phi<"));
  EXPECT_THAT(xdmf, HasSubstr("Dimensions=\"3\">0 0 0.25</DataItem>"));
  EXPECT_THAT(xdmf, HasSubstr("Dimensions=\"3\">1 1.5 0.25</DataItem>"));
}

TEST_F(Hdf5, RegionsWithoutPointsAreRefused) {
  run.set_list("lower", {1.2, 0.0});
  EXPECT_THAT(run.error_of("check"),
              HasSubstr("test.yaml:7:3: hdf5.lower and hdf5.upper select no point along x: the region from 1.2 to 1 is "
                        "outside the grid, which extends from 0 to 1"));
  run.set_list("lower", {1.1, 0.0}); // the last point is nearest
  run.set_list("upper", {1.2, 2.0});
  EXPECT_EQ(run.error_of("check"), "");
  run.set_list("stride", {3, 1});
  EXPECT_THAT(run.error_of("check"), HasSubstr("hdf5.stride is 3 along x"));
  run.set_list("upper", {1.0, 2.0});
  EXPECT_THAT(run.error_of("check"), HasSubstr("but hdf5.upper is 1: no point lies between them"));
  run.set_list("upper", {1.0});
  EXPECT_THAT(run.error_of("check"), HasSubstr("hdf5.upper has 1 entry on a grid of 2 axes"));
}

TEST_F(Hdf5, HintsHaveValuesAndCompressionIsCollective) {
  for (const char* hint : {"cb_nodes", "=4", "cb_nodes="}) {
    run.set_list("hints", {hint});
    EXPECT_THAT(run.error_of("check"),
                HasSubstr(std::string("hdf5.hints lists '") + hint + "'; write each hint as key=value"));
  }
  run.set_list("hints", {"cb_nodes=4"});
  run.set("transfers", "independent");
  EXPECT_EQ(run.error_of("check"), "");
  run.set("compression", "deflate");
  EXPECT_THAT(run.error_of("check"), HasSubstr("HDF5 compresses only in collective transfers"));
}

TEST_F(Hdf5, TheJoinedFileIsReplacedInOneStep) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.set("iteration_encoding", "groupBased");
  run.call("write", {phi}, 0);
  std::filesystem::create_hard_link(run.output("fields.h5"), run.output("seen"));
  run.call("write", {phi}, 20);
  run.call("finish");
  EXPECT_THAT(run.text_of("fields.h5"),
              testing::AllOf(HasSubstr("fields_00000000.h5"), HasSubstr("fields_00000020.h5")));
  EXPECT_THAT(run.text_of("seen"), testing::Not(HasSubstr("fields_00000020.h5"))); // the old file is not changed
  EXPECT_FALSE(std::filesystem::exists(run.output(".fields.h5.part")));
}

TEST_F(Hdf5, AJoinedFileThatCannotBeWrittenIsNamed) {
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.set("iteration_encoding", "groupBased");
  std::filesystem::create_directory(run.output(".fields.h5.part"));
  EXPECT_THAT(run.error_of("write", {phi}),
              testing::AllOf(HasSubstr("create '" + run.output(".fields.h5.part") + "'"), HasSubstr("driver.output")));
  run.call("finish");
}
