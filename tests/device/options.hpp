#pragma once
// Command line of the conformance suite.

#include <string>
#include <vector>

namespace nopal::test {

struct SuiteOptions {
  std::string device;             ///< name of the plugin
  std::vector<std::string> words; ///< device_options
  std::string sabotage;           ///< the function of the device, or hook_<name>, that does nothing; empty: none
  std::string thorn;              ///< library of the test thorn
  int threads = 2;
};

inline SuiteOptions& suite_options() {
  static SuiteOptions options;
  return options;
}

} // namespace nopal::test
