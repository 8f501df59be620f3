#include "core/base/error.hpp"
#include "core/plugins/loader.hpp"
#include "tests/support/folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <cfenv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace nopal {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string folder = build_folder() + "/tests/plugins";

std::string library(const std::string& name) { return folder + "/lib" + name + ".so"; }

std::string error_of(const std::string& path, const std::string& kind, const std::string& name) {
  try {
    load_plugin(path, kind, name);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Loader, OpensAThornAndADevice) {
  EXPECT_STREQ(load_plugin(library("good"), "thorn", "good").name, "good");
  EXPECT_STREQ(load_plugin(library("good_device"), "device", "good_device").kind, "device");
}

TEST(Loader, TheSameLibraryTwiceIsOnePlugin) {
  const Plugin& first = load_plugin(library("good"), "thorn", "good");
  EXPECT_EQ(&first, &load_plugin(library("good"), "thorn", "good"));
  EXPECT_EQ(&first, &load_plugin(folder + "/../plugins/libgood.so", "thorn", "good"));
}

TEST(Loader, ALibraryThatChangesTheArithmeticIsToldAndSetBack) {
  std::ostringstream log;
  const auto before = spdlog::default_logger();
  spdlog::set_default_logger(
      std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::ostream_sink_st>(log)));
  load_plugin(library("rounding"), "thorn", "rounding");
  spdlog::set_default_logger(before);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_THAT(log.str(),
              HasSubstr("the thorn \"rounding\" changes for the whole run, when it is opened: how the processor "
                        "rounds (now up); nopal has set it back"));
}

TEST(Loader, TwoLibrariesOfOneNameAreAnErrorThatNamesBoth) {
  load_plugin(library("good"), "thorn", "good");
  const std::filesystem::path copy = std::filesystem::path(testing::TempDir()) / "libgood.so";
  std::filesystem::copy_file(library("good"), copy, std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(error_of(copy, "thorn", "good"), AllOf(HasSubstr("two plugins are called thorn \"good\""),
                                                     HasSubstr(library("good")), HasSubstr(copy.string())));
}

TEST(Loader, AFileThatIsNotThere) {
  EXPECT_THAT(error_of(library("absent"), "thorn", "absent"),
              AllOf(HasSubstr("cannot open the thorn \"absent\""), HasSubstr(library("absent"))));
}

TEST(Loader, AFileThatIsNoLibrary) {
  const std::string path = testing::TempDir() + "/libtext.so";
  std::ofstream(path) << "not a library\n";
  EXPECT_THAT(error_of(path, "thorn", "text"), AllOf(HasSubstr("cannot open the thorn \"text\""), HasSubstr(path)));
}

TEST(Loader, ASymbolThatNobodyDefinesIsFoundWhenTheLibraryIsOpened) {
  EXPECT_THAT(error_of(library("unresolved"), "thorn", "unresolved"), HasSubstr("defined_nowhere"));
}

TEST(Loader, AMissingSymbolIsNamed) {
  EXPECT_THAT(error_of(library("missing_symbol"), "thorn", "missing_symbol"),
              AllOf(HasSubstr(library("missing_symbol")), HasSubstr("does not export \"nopal_plugin\"")));
}

TEST(Loader, APluginThatIsNull) {
  EXPECT_THAT(error_of(library("null_plugin"), "thorn", "null_plugin"), HasSubstr("returns null"));
}

TEST(Loader, AnotherAbiVersionNamesBothVersionsAndReadsNothingElse) {
  EXPECT_THAT(error_of(library("wrong_abi"), "thorn", "wrong_abi"),
              AllOf(HasSubstr("built for plugin ABI version " + std::to_string(abi_version + 41)),
                    HasSubstr("has version " + std::to_string(abi_version)), HasSubstr("libnopal_core.so")));
}

TEST(Loader, AnotherKind) {
  EXPECT_THAT(error_of(library("good_device"), "thorn", "good_device"),
              AllOf(HasSubstr("is a device"), HasSubstr("looked for a thorn")));
}

TEST(Loader, AnotherName) {
  EXPECT_THAT(error_of(library("wrong_name"), "thorn", "wrong_name"),
              AllOf(HasSubstr("\"another_name\""), HasSubstr("looked for \"wrong_name\"")));
}

} // namespace
} // namespace nopal
