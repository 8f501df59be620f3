#include "core/schedule/schedule.hpp"
#include "tests/support/folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace nopal {
namespace bins_test {

using testing::HasSubstr;

std::string error_of(const std::string& text) {
  const std::string path = testing::TempDir() + "/bins_test.yaml";
  std::ofstream(path) << text;
  try {
    read_bins(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Bins, TheTreesBinsInTheOrderOfARun) {
  const std::vector<Bin> bins = read_bins(source_folder() + "/schedules/bins.yaml");
  std::vector<std::string> names;
  for (const Bin& bin : bins) {
    names.push_back(bin.name);
    EXPECT_FALSE(bin.description.empty()) << bin.name;
  }
  EXPECT_THAT(names,
              testing::ElementsAre("startup", "paramcheck", "basegrid", "initial", "postinitial", "recover", "prestep",
                                   "evol", "poststep", "checkpoint", "analysis", "output", "terminate", "shutdown"));
}

TEST(Bins, Errors) {
  EXPECT_THAT(error_of("bins:\n  - a: first\n  - a: again\n"), HasSubstr(":3:5: bin \"a\" is listed twice"));
  EXPECT_THAT(error_of("bins:\n  - a\n"), HasSubstr(":2:5: a bin is written \"name: description\""));
  EXPECT_THAT(error_of("bins: []\n"), HasSubstr("lists no bin"));
  EXPECT_THAT(error_of("bins: 3\n"), HasSubstr("expected a list of bins"));
  EXPECT_THAT(error_of("bin: []\n"), HasSubstr("bins"));
  EXPECT_THAT(error_of(""), HasSubstr("bins"));
  EXPECT_THROW(read_bins("/does/not/exist.yaml"), Error);
}

} // namespace bins_test
} // namespace nopal
