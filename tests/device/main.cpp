// The conformance suite of devices. Every function of Device and every hook of the Accelerator has rows with its name.
// They run on any device plugin.
//
//   device_suite --device NAME [--options WORD,...] [--threads N] [--thorn FILE]   runs all rows
//   device_suite --device NAME --sabotage FUNCTION     FUNCTION does nothing: succeeds if each of its rows fails;
//                                                      hook_NAME means a hook. With --row ROW: only that row
//   device_suite --list                                the devices that can be opened here
//
// Exit code 77: skipped, because the plugin finds no device. The reason is printed.

#include "options.hpp"

#include "tests/support/open_device.hpp"
#include "tests/support/own_folder.hpp"

#include <gtest/gtest.h>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <sstream>

namespace {

using nopal::test::suite_options;

constexpr int skipped = 77;

int usage(const std::string& what) {
  std::cerr << "device_suite: " << what << "\nusage: device_suite --device NAME [--options WORD,...] [--threads N] "
            << "[--thorn FILE] [--sabotage FUNCTION] | --list\n";
  return 2;
}

int list() {
  for (const auto& [name, library] : nopal::SearchPath::standard().devices()) {
    nopal::DevicePlugin& plugin = nopal::test::device_plugin(name);
    const auto found = plugin.find(suite_options().threads);
    if (found.empty()) std::cout << name << ": none (" << plugin.why_none() << ")\n";
    for (const auto& device : found) std::cout << name << ": " << device.name << " (" << device.api << ")\n";
  }
  return 0;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

/// Runs one row in its own process, because a row may end its process. Returns the exit code. 1: a signal ended it.
int run_row(std::vector<std::string> arguments, const std::string& row) {
  arguments.insert(arguments.end(), {"--row", row});
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  std::cout.flush();
  pid_t child = 0;
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, words.data(), environ) != 0) return 2;
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Runs a row that must fail, up to five times: a sabotaged function may succeed by chance, for example if a copy is
/// done in time although nobody waited for it.
int run_row_to_fail(const std::vector<std::string>& arguments, const std::string& row) {
  int code = 0;
  for (int tries = 0; code == 0 && tries < 5; ++tries) code = run_row(arguments, row);
  return code;
}

/// Returns 0 if the sabotaged function has rows and each of them fails.
int run_sabotaged(const std::string& function, const std::vector<std::string>& arguments) {
  const testing::UnitTest& test = *testing::UnitTest::GetInstance();
  int rows = 0, failed = 0;
  for (int s = 0; s < test.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *test.GetTestSuite(s);
    if (suite.name() != function) continue;
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const int code = run_row_to_fail(arguments, function + "." + suite.GetTestInfo(t)->name());
      if (code == skipped) continue;
      ++rows;
      failed += code != 0 && code != 2;
    }
  }
  const bool as_it_should = rows > 0 && failed == rows;
  std::cout << "sabotage of " << function << ": " << failed << " of " << rows << " rows failed; "
            << (as_it_should ? "as they should\n" : "each row should fail\n");
  return as_it_should ? 0 : 1;
}

int run_rows(const std::string& row) {
  if (!row.empty()) testing::GTEST_FLAG(filter) = row;
  const int result = RUN_ALL_TESTS();
  const testing::UnitTest& test = *testing::UnitTest::GetInstance();
  return !row.empty() && test.skipped_test_count() > 0 ? skipped : result;
}

} // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  auto& options = suite_options();
  options.thorn = (nopal::test::own_folder() / "thorns/libdevice_suite.so").string();
  bool only_list = false;
  std::string row;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--list") {
      only_list = true;
      continue;
    }
    if (i + 1 == argc) return usage("\"" + word + "\" is unknown or lacks its value");
    const std::string value = argv[++i];
    if (word == "--device")
      options.device = value;
    else if (word == "--options")
      options.words = split(value);
    else if (word == "--threads")
      options.threads = std::stoi(value);
    else if (word == "--thorn")
      options.thorn = value;
    else if (word == "--row")
      row = value;
    else if (word == "--sabotage")
      options.sabotage = value;
    else
      return usage("unknown option \"" + word + "\"");
  }
  try {
    if (only_list) return list();
    if (options.device.empty()) return usage("which device? Give --device NAME");
    if (!options.sabotage.empty() && row.empty()) return run_sabotaged(options.sabotage, {argv, argv + argc});
    nopal::DevicePlugin& plugin = nopal::test::device_plugin(options.device);
    if (plugin.find(options.threads).empty()) {
      std::cout << "skipped: " << options.device << " finds no device here: " << plugin.why_none() << "\n";
      return skipped;
    }
  } catch (const nopal::Error& error) {
    std::cerr << "device_suite: " << error.what() << "\n";
    return 2;
  }
  return run_rows(row);
}
