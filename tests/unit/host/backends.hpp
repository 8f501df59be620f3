#pragma once
// The host backends as parameters of tests.

#include "core/plugins/host_backends.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <string>
#include <thread>
#include <vector>

namespace nopal::test {

class HostBackends : public ::testing::TestWithParam<std::string> {
protected:
  static constexpr int members = 3;

  /// At most as many threads as the backend allows.
  Index at_most(const Index& threads) const {
    return backend->traits().limits.max_threads == 1 ? Index{1, 1, 1} : threads;
  }
  /// Calls step(member) once or more on each member, in its thread.
  template <class Step> void on_each_member(const Step& step) const {
    std::vector<std::atomic<bool>> came(static_cast<std::size_t>(backend->members()));
    while (!std::ranges::all_of(came, [](const std::atomic<bool>& one) { return one.load(); }))
      backend->share(100, [&](int member, long, long) {
        step(member);
        came.at(static_cast<std::size_t>(member)) = true;
        std::this_thread::yield();
      });
  }
  std::unique_ptr<HostBackend> backend = make_host_backend(GetParam(), members, SearchPath::standard());
};

/// The backends whose blocks have several threads.
class ManyThreads : public HostBackends {
protected:
  std::string error_of(const HostBlocks& blocks) const {
    try {
      backend->run(blocks);
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

inline auto every_backend() { return ::testing::ValuesIn(host_backend_names(SearchPath({}))); }
inline auto backends_of_many_threads() {
  return ::testing::Values("threads", "fibers", "openmp-threads", "openmp-teams");
}

} // namespace nopal::test
