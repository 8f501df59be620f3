#pragma once
// Each host accelerator, as a parameter of tests.

#include "core/host/host_accelerators.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace nopal::test {

class HostAccelerators : public ::testing::TestWithParam<std::string> {
protected:
  static constexpr int members = 3;

  /// So many threads as the accelerator can, at most.
  Index at_most(const Index& threads) const {
    return accelerator->traits().limits.max_threads == 1 ? Index{1, 1, 1} : threads;
  }
  std::unique_ptr<HostAccelerator> accelerator = make_host_accelerator(GetParam(), members, SearchPath::standard());
};

/// Accelerators whose blocks have several threads.
class ManyThreads : public HostAccelerators {
protected:
  std::string error_of(const HostBlocks& blocks) const {
    try {
      accelerator->run(blocks);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
};

inline std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

inline auto every_accelerator() { return ::testing::ValuesIn(host_accelerator_names(SearchPath({}))); }
inline auto accelerators_of_many_threads() { return ::testing::Values("threads", "fibers", "openmp-threads"); }

} // namespace nopal::test
