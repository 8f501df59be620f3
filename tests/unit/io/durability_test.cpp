// Tests that the output of thorns is on the disk before a checkpoint gets its name.

#include "fake_run.hpp"

#include <gmock/gmock.h>

#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <set>
#include <string>

using namespace nopal;
using namespace nopal::test;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

std::set<std::string>& synced() {
  static std::set<std::string> names;
  return names;
}

} // namespace

/// Replaces the function of the C library, also for thorns.
extern "C" int fsync(int file) {
  // Files that are written in the background are synced by other threads.
  static std::mutex mutex;
  const auto path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file));
  {
    const std::lock_guard lock(mutex);
    synced().insert(path.filename());
  }
  return static_cast<int>(syscall(SYS_fsync, file));
}

namespace {

class Durability : public testing::Test {
protected:
  static DomainSpec grid() {
    DomainSpec grid;
    grid.dimension = 2;
    grid.upper = {1, 2, 0};
    grid.cells = {4, 4, 1};
    return grid;
  }
  /// Returns the names of files and folders that `complete_output` syncs.
  static std::set<std::string> synced_before_a_checkpoint(FakeRun& run) {
    synced().clear();
    run.complete_output();
    return synced();
  }
  static std::string folder(const FakeRun& run) {
    return std::filesystem::path(run.output_folder()).filename().string();
  }
};

} // namespace

TEST_F(Durability, OfRows) {
  FakeRun run("tsv", grid());
  const int energy = run.add(GroupKind::scalar, Type::real, "energy");
  run.call("check");
  EXPECT_THAT(synced_before_a_checkpoint(run), IsEmpty()) << "nothing is there";
  run.call("norms", {energy}, 0);
  EXPECT_THAT(synced_before_a_checkpoint(run), UnorderedElementsAre("test-energy.tsv", folder(run)));
  EXPECT_THAT(synced_before_a_checkpoint(run), IsEmpty()) << "nothing is new";
  run.call("norms", {energy}, 1);
  EXPECT_THAT(synced_before_a_checkpoint(run), UnorderedElementsAre("test-energy.tsv")) << "its name is there already";
}

TEST_F(Durability, OfPictures) {
  FakeRun run("slices", grid());
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.call("check");
  EXPECT_THAT(synced_before_a_checkpoint(run), IsEmpty());
  run.call("draw", {phi}, 0);
  run.call("draw", {phi}, 1);
  std::filesystem::remove(run.output("test-phi.xy_00000000.png")); // users may remove pictures
  EXPECT_THAT(synced_before_a_checkpoint(run), UnorderedElementsAre("test-phi.xy_00000001.png", folder(run)));
  EXPECT_THAT(synced_before_a_checkpoint(run), IsEmpty());
}

TEST_F(Durability, OfFields) {
  FakeRun run("hdf5", grid());
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  run.set("iteration_encoding", "groupBased");
  for (const bool background : {false, true}) {
    run.set("background", background);
    synced().clear();
    run.call("write", {phi}, background ? 1 : 0);
    run.complete_output();
    EXPECT_THAT(synced(), testing::IsSupersetOf({std::string(".fields.h5.part"), std::string(".fields.xmf.part"),
                                                 background ? std::string(".fields_00000001.h5.part")
                                                            : std::string(".fields_00000000.h5.part"),
                                                 folder(run)}));
  }
  run.call("finish");
}
