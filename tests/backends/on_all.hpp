#pragma once
// Tests that run on every backend.

#include "scene.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace nopal::test {

class OnBackend : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    if (!scene.available()) GTEST_SKIP() << scene.why_none;
  }
  Scene scene{GetParam()};
};

inline std::string backend_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

inline auto all_backends() {
  return testing::Values("serial", "threads", "fibers", "openmp-blocks", "openmp-threads", "openmp-teams", "checked",
                         "opencl", "cuda");
}

/// The backends that find mistakes of kernels.
inline auto host_backends() {
  return testing::Values("serial", "threads", "fibers", "openmp-blocks", "openmp-threads", "openmp-teams", "checked");
}

/// Returns the distance of two numbers in ulps. 0: they are equal (as -0 and 0 are).
inline std::uint64_t ulps_between(double a, double b) {
  const auto place = [](double value) {
    const auto bits = std::bit_cast<std::int64_t>(value);
    return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
  };
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : ~std::uint64_t{0};
  const std::int64_t p = place(a), q = place(b);
  return p < q ? static_cast<std::uint64_t>(q) - static_cast<std::uint64_t>(p)
               : static_cast<std::uint64_t>(p) - static_cast<std::uint64_t>(q);
}

} // namespace nopal::test
