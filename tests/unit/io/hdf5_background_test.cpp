// Tests output of the thorn hdf5 in the background, without reading HDF5.

#include "fake_run.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <cstring>
#include <thread>

using namespace nopal;
using namespace nopal::test;
using testing::HasSubstr;

namespace {

constexpr long cells = 299; // a grid function takes 0.7 MiB

class Hdf5Background : public testing::Test {
protected:
  Hdf5Background() : run("hdf5", grid()) { run.set("background", true); }

  static DomainSpec grid() {
    DomainSpec grid;
    grid.dimension = 2;
    grid.upper = {1, 1, 0};
    grid.cells = {cells, cells, 1};
    return grid;
  }
  int add(const std::string& name) { return run.add(GroupKind::gf, Type::real, name); }
  /// Gives each point another value.
  void fill(int variable, double first) {
    const Field<double> field = run.field<double>(variable);
    for (long j = 0; j <= cells; ++j)
      for (long i = 0; i <= cells; ++i) field(i, j, 0) = first + static_cast<double>(j * (cells + 1) + i);
  }
  /// True if a file holds the values of fill().
  bool holds(const std::string& file, double first) {
    std::string bytes;
    for (long n = 0; n < (cells + 1) * (cells + 1); ++n) {
      const double value = first + static_cast<double>(n);
      bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return run.text_of(file).find(bytes) != std::string::npos;
  }
  bool exists(const std::string& file) { return std::filesystem::exists(run.output(file)); }

  FakeRun run;
};

} // namespace

TEST_F(Hdf5Background, WritesTheValuesOfItsIteration) {
  const int phi = add("phi");
  fill(phi, 1000);
  run.call("write", {phi}, 0);
  fill(phi, 2000); // the run continues
  EXPECT_FALSE(exists("fields_00000000.h5"));
  run.call("finish");
  EXPECT_TRUE(holds("fields_00000000.h5", 1000));
  EXPECT_FALSE(holds("fields_00000000.h5", 2000));
  EXPECT_THAT(run.text_of("fields.xmf"), HasSubstr("fields_00000000.h5"));
  EXPECT_FALSE(exists(".fields_00000000.h5.part"));
}

TEST_F(Hdf5Background, FilesGetTheirNamesWhileTheRunGoesOn) {
  const int phi = add("phi");
  run.set("iteration_encoding", "groupBased");
  run.call("go_on"); // nothing is under way
  run.call("write", {phi}, 0);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!exists("fields.xmf") && std::chrono::steady_clock::now() < deadline) {
    run.call("go_on");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(exists("fields_00000000.h5"));
  EXPECT_THAT(run.text_of("fields.xmf"), HasSubstr("fields_00000000.h5"));
  EXPECT_THAT(run.text_of("fields.h5"), HasSubstr("fields_00000000.h5"));
  run.call("finish");
}

TEST_F(Hdf5Background, OneOutputAtATime) {
  const int phi = add("phi");
  fill(phi, 1000);
  run.call("write", {phi}, 0);
  fill(phi, 2000);
  run.call("write", {phi}, 20);
  EXPECT_TRUE(holds("fields_00000000.h5", 1000));
  fill(phi, 3000);
  run.call("finish");
  EXPECT_TRUE(holds("fields_00000020.h5", 2000));
}

TEST_F(Hdf5Background, IsCompleteBeforeACheckpointIs) {
  const int phi = add("phi");
  fill(phi, 1000);
  run.complete_output(); // nothing is under way
  run.call("write", {phi}, 0);
  run.complete_output();
  EXPECT_TRUE(holds("fields_00000000.h5", 1000));
  EXPECT_TRUE(exists("fields.xmf"));
  run.call("finish");
}

TEST_F(Hdf5Background, WhatDoesNotFitIsWrittenFirst) {
  const int phi = add("phi");
  const int psi = add("psi");
  run.set("background_memory", 1);
  fill(phi, 1000);
  fill(psi, 500000);
  run.call("write", {phi, psi}, 0);
  EXPECT_TRUE(holds(".fields_00000000.h5.part", 500000)) << "the second one, of which there is no copy";
  fill(phi, 0);
  fill(psi, 0);
  run.call("finish");
  EXPECT_TRUE(holds("fields_00000000.h5", 1000));
  EXPECT_TRUE(holds("fields_00000000.h5", 500000));
}

TEST_F(Hdf5Background, RoundsWhatItCopies) {
  const int phi = add("phi");
  run.set("precision", "float");
  fill(phi, 1000);
  run.call("write", {phi}, 0);
  fill(phi, 0);
  run.call("finish");
  std::string bytes;
  for (long n = 0; n < (cells + 1) * (cells + 1); ++n) {
    const auto value = static_cast<float>(1000 + n);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  EXPECT_NE(run.text_of("fields_00000000.h5").find(bytes), std::string::npos);
}

TEST_F(Hdf5Background, AFailureReachesTheRunAndLeavesNothing) {
  const int phi = add("phi");
  for (const char* later : {"write", "finish"}) {
    std::filesystem::create_directory(run.output("fields_00000000.h5"));
    run.call("write", {phi}, 0);
    EXPECT_THAT(run.error_of(later, {phi}), HasSubstr("cannot rename '" + run.output(".fields_00000000.h5.part")))
        << later;
    EXPECT_FALSE(exists(".fields_00000000.h5.part"));
    EXPECT_FALSE(exists(".fields.xmf.part"));
    EXPECT_FALSE(exists("fields.xmf"));
    std::filesystem::remove(run.output("fields_00000000.h5"));
    run.call("finish"); // failed output is not tried again
  }
}

TEST_F(Hdf5Background, NeedsTransfersWithoutMpi) {
  EXPECT_EQ(run.error_of("check"), "");
  run.set("transfers", "collective");
  EXPECT_THAT(run.error_of("check"), HasSubstr("hdf5.transfers is collective: change one of them"));
  run.set("transfers", "automatic");
  run.set("compression", "deflate");
  EXPECT_THAT(run.error_of("check"), HasSubstr("hdf5.compression is deflate: set it to none"));
}
