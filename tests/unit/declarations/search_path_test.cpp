#include "core/declarations/thorn.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace nopal {
namespace search_path_test {

using ::testing::ElementsAre;
using ::testing::Pair;

namespace fs = std::filesystem;

class SearchPathTest : public ::testing::Test {
protected:
  SearchPathTest() {
    for (const char* file : {"a/wavetoy.yaml", "a/libwavetoy.so", "a/bins.yaml", "a/notes.txt", "a/devices/libcuda.so",
                             "b/heat.yaml", "b/devices/libchecked.so", "b/backends/libfibers.so"}) {
      fs::create_directories((root_ / file).parent_path());
      touch(file);
    }
  }

  std::string in(const std::string& path) const { return (root_ / path).string(); }
  void touch(const std::string& path) const { std::ofstream(root_ / path) << "x"; }
  std::string error_of(const SearchPath& path, const std::string& thorn) const {
    try {
      path.thorn_file(thorn, {"run.yaml", 2, 10});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  const test::TemporaryFolder temporary_;
  const fs::path root_ = fs::weakly_canonical(temporary_.path());
};

TEST_F(SearchPathTest, FindsThornsAndLibraries) {
  const SearchPath path({in("a"), in("b")});
  EXPECT_EQ(path.thorn_file("heat", {}), in("b/heat.yaml"));
  EXPECT_EQ(path.thorn_library("wavetoy"), in("a/libwavetoy.so"));
  EXPECT_EQ(path.thorn_library("heat"), "");
  EXPECT_EQ(path.thorn_library("nothing"), "");
  EXPECT_THAT(path.thorn_names(), ElementsAre("wavetoy", "heat"));
  EXPECT_THAT(path.devices(),
              ElementsAre(Pair("cuda", in("a/devices/libcuda.so")), Pair("checked", in("b/devices/libchecked.so"))));
  EXPECT_THAT(path.backends(), ElementsAre(Pair("fibers", in("b/backends/libfibers.so"))));
}

TEST_F(SearchPathTest, SaysHowToBuildWhatIsNotBuilt) {
  for (const char* file : {"a/wavetoy.build", "b/heat.build", "b/backends/mine.build"}) touch(file);
  const SearchPath path({in("a"), in("b")});
  EXPECT_EQ(path.build_command("", "wavetoy"), "");
  EXPECT_EQ(path.build_command("", "heat"), "x");
  EXPECT_EQ(path.build_command("backends", "mine"), "x");
  EXPECT_EQ(path.build_command("devices", "mine"), "");
}

TEST_F(SearchPathTest, UnknownThornsSayWhereWasSearched) {
  const SearchPath path({in("a"), in("none")});
  EXPECT_EQ(error_of(path, "wavetoi"), "run.yaml:2:10: there is no thorn \"wavetoi\" (did you mean \"wavetoy\"?); "
                                       "nopal searched " +
                                           in("a") + ", " + in("none") +
                                           " (no such folder) (add folders with NOPAL_THORN_PATH)");
  EXPECT_EQ(error_of(path, "bins").rfind("run.yaml:2:10: there is no thorn \"bins\"", 0), 0u);
}

TEST_F(SearchPathTest, TwoDeclarationsOfOneThornNameBoth) {
  touch("b/wavetoy.yaml");
  EXPECT_EQ(error_of(SearchPath({in("a"), in("b")}), "wavetoy"),
            "run.yaml:2:10: the thorn \"wavetoy\" is declared twice: by " + in("a/wavetoy.yaml") + " and by " +
                in("b/wavetoy.yaml") + ": remove one of them from the search path (NOPAL_THORN_PATH)");
}

TEST_F(SearchPathTest, TwoDevicesOfOneNameNameBoth) {
  touch("b/devices/libcuda.so");
  try {
    SearchPath({in("a"), in("b")}).devices();
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "there are two devices \"cuda\": " + in("a/devices/libcuda.so") + " and " +
                                             in("b/devices/libcuda.so") +
                                             ": remove one of them from the search path (NOPAL_THORN_PATH)");
  }
}

TEST_F(SearchPathTest, OneFolderWrittenTwiceIsOneRoot) {
  EXPECT_THAT(SearchPath({in("a"), in("a/../a/"), in("a/.")}).roots().size(), 1u);
}

TEST_F(SearchPathTest, StandardRootsAreTheTreeAndTheEnvironment) {
  ASSERT_EQ(setenv("NOPAL_THORN_PATH", (in("a") + "::" + in("b") + ":").c_str(), 1), 0);
  const SearchPath path = SearchPath::standard();
  unsetenv("NOPAL_THORN_PATH");
  ASSERT_EQ(path.roots().size(), 3u);
  EXPECT_EQ(fs::path(path.roots()[0]).filename(), "nopal");
  EXPECT_EQ(path.roots()[1], in("a"));
  EXPECT_EQ(path.roots()[2], in("b"));
}

} // namespace search_path_test
} // namespace nopal
