#pragma once
// Runs the kernels of the test thorn on any backend.

#include "core/launch/bound_kernel.hpp"
#include "core/plugins/host_backends.hpp"
#include "tests/support/array_memory.hpp"
#include "tests/support/open_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nopal::test {

class Scene {
public:
  /// `backend`: a host backend or a device plugin. If there is no device, `why_none` is set.
  /// `integers`: parameters of the thorn. `dimension` of the grid.
  explicit Scene(const std::string& backend, const std::map<std::string, std::int64_t>& integers = {},
                 int dimension = 3);

  bool available() const { return why_none.empty(); }
  std::string why_none;
  static const Kernel& kernel_of(const std::string& name);
  /// Returns false if blocks have one thread on this backend.
  static bool has_threads(const std::string& backend);

  /// Fills every variable with numbers that depend only on their place.
  void fill();
  /// Runs a kernel over the points of its item, with the host's values, and copies all values back.
  void run(const std::string& kernel, HostVersion version = HostVersion::plain);
  void run_over(const std::string& kernel, std::span<const LaunchBox> boxes, HostVersion version = HostVersion::plain);

  /// Returns the stored bytes of a variable with padding.
  std::vector<std::byte> bytes(const std::string& variable) const {
    const int v = number(variable);
    const std::byte* first = memory->data({v, 0});
    return {first, first + 8 * memory->layout(v).size};
  }
  /// Returns an array's elements. The first index changes fastest.
  template <class T> T* data(const std::string& variable) const {
    return reinterpret_cast<T*>(memory->data({number(variable), 0})) + memory->layout(number(variable)).lead;
  }
  void zero(const std::string& variable) {
    const int v = number(variable);
    std::fill_n(memory->data({v, 0}), 8 * memory->layout(v).size, std::byte{0});
  }
  /// Returns a field's value at a point.
  double& at(const std::string& variable, long i, long j, long k) {
    const int v = number(variable);
    return reinterpret_cast<double*>(memory->data({v, 0}))[memory->layout(v).index(i, j, k)];
  }
  int number(const std::string& variable) const { return *variables.find_variable("conformance::" + variable); }

  Decomposition decomposition;
  KernelGrid grid;
  Variables variables;
  Parameters parameters;
  std::unique_ptr<ArrayMemory> memory;
  KernelClock clock{0.25, 0.125, 4};

private:
  BoundKernel& bound(const std::string& kernel);
  std::map<std::string, BoundKernel> kernels_;
  std::unique_ptr<HostBackend> host_;
  std::unique_ptr<Device> device_;
};

} // namespace nopal::test
