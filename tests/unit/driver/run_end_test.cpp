#include "driver/simulation/run_end.hpp"

#include "driver/command_line/shell_word.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace nopal {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class RunEnd : public testing::Test {
protected:
  /// Writes a file that was last changed `age` seconds before the start of the run; a negative age means after it.
  void file(const std::string& name, std::size_t bytes, int age = -1) {
    const fs::path path = folder / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << std::string(bytes, 'x');
    fs::last_write_time(path, start - std::chrono::seconds(age));
    if (path.parent_path() != folder) fs::last_write_time(path.parent_path(), start - std::chrono::seconds(age));
  }
  void SetUp() override { file("provenance/run/parfile.yaml", 1, 0); }

  const fs::file_time_type start = fs::file_time_type::clock::now() - std::chrono::hours(1);
  test::TemporaryFolder temporary;
  const fs::path folder = fs::path(temporary.path()) / "wave 1";
  const std::string since = (folder / "provenance/run/parfile.yaml").string();
};

TEST_F(RunEnd, ListsWhatTheRunHasWritten) {
  const std::string path = folder.string();
  EXPECT_THAT(written_lines(path, since), ElementsAre("written to " + path + ": nothing but the record of the run"));
  file("norms.tsv", 10);
  file("old.tsv", 10, 5);
  file("fields_00000000.h5", 1024);
  file("fields_00000100.h5", 1024);
  file("plane_7.tsv", 3, 0);
  file("checkpoint_00000100/rank_0.bin", 2048);
  file("checkpoint_00000100/checkpoint.json", 0);
  EXPECT_THAT(written_lines(path, since),
              ElementsAre("written to " + path + ":", "  checkpoint_00000100/: 2.0 KiB",
                          "  fields_*.h5: 2 files, 2.0 KiB", "  norms.tsv: 10 bytes", "  plane_7.tsv: 3 bytes"));
  EXPECT_THAT(written_lines("/nowhere", since), ElementsAre("written to /nowhere: nothing but the record of the run"));
}

TEST_F(RunEnd, ShowsTheNewestPictureOrElseTheFields) {
  const std::string path = folder.string();
  EXPECT_EQ(look_line(path, since), "");
  file("fields.xmf", 1);
  EXPECT_EQ(look_line(path, since), "to look at the fields: paraview '" + path + "/fields.xmf'");
  file("phi.xy_00000100.png", 1, -2);
  file("phi.xy_00000200.png", 1, -2);
  file("u.xy_00000100.png", 1, -1);
  file("z.xy_00000900.png", 1, 7); // of an earlier run
  EXPECT_EQ(look_line(path, since), "to look at the last picture: xdg-open '" + path + "/phi.xy_00000200.png'");
}

TEST(Continuation, KeepsTheArgumentsAndRecovers) {
  EXPECT_EQ(continuation({"run", "my wave.yaml", "--set", "driver.cells=[8, 8]"}, 1),
            "nopal run 'my wave.yaml' --set 'driver.cells=[8, 8]' --recover auto");
  EXPECT_EQ(continuation({"run", "wave.yaml", "--recover", "wave/checkpoint_00000100", "-q"}, 4),
            "mpirun -n 4 nopal run wave.yaml -q --recover auto");
  EXPECT_EQ(continuation({"run", "--recover=auto", "wave.yaml"}, 1), "nopal run wave.yaml --recover auto");
}

TEST(ShellWord, IsQuotedWhereAShellWouldChangeIt) {
  EXPECT_EQ(shell_word("parfiles/wave-2.yaml"), "parfiles/wave-2.yaml");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

} // namespace
} // namespace nopal
