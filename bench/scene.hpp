#pragma once
// Runs the kernels of a thorn of bench/, or kernels by hand in their place, on any backend.

#include "core/launch/bound_kernel.hpp"
#include "core/plugins/host_backends.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// The memory of the variables. Timelevels have different addresses modulo a page.
class Memory final : public nopal::HostMemory {
public:
  Memory(const nopal::Variables& variables, const nopal::Decomposition& decomposition);
  std::byte* data(nopal::Slot slot) override { return slots_[slot.variable][slot.timelevel]; }
  const nopal::Layout& layout(int variable) const override { return layouts_[variable]; }
  void cycle(int) override {}

private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  std::vector<nopal::Layout> layouts_;
  std::vector<std::unique_ptr<std::byte, Free>> allocations_;
  std::vector<std::vector<std::byte*>> slots_; ///< variable, timelevel
};

class Scene {
public:
  /// `cells` along each axis of the fields. The thorn lies in lib/bench. `values`: of its parameters.
  Scene(std::string thorn, long cells, const std::map<std::string, long>& values = {});

  const nopal::Kernel& kernel(const std::string& name) const;
  nopal::BoundKernel bind(const nopal::Kernel& kernel) const { return {kernel, variables, parameters, grid}; }
  void set(const std::string& parameter, long value);
  int number(const std::string& variable) const { return *variables.find_variable(thorn_ + "::" + variable); }
  /// Returns the address of index (0, 0, 0) of a field.
  double* field(const std::string& variable, int timelevel = 0) const;
  /// Returns the boxes of a launch of the kernel.
  std::vector<nopal::LaunchBox> boxes(const nopal::BoundKernel& kernel) const;
  /// Returns one piece for each slot, which covers the whole slot.
  std::vector<nopal::Piece> pieces() const;
  /// Creates the variables on the device and copies their values to it.
  void create_variables(nopal::Device& device) const;

  nopal::SearchPath path;
  nopal::Decomposition decomposition;
  nopal::KernelGrid grid;
  nopal::Variables variables;
  nopal::Parameters parameters;
  std::unique_ptr<Memory> memory;
  nopal::KernelClock clock{0, 1e-3, 0};

private:
  std::string thorn_;
};

/// These two return the source of a kernel by hand; null if there is none. The kernel takes the arguments of
/// device_launch.hpp, for fields over one box and for blocks of 8 x 8 or 256 threads. As in nopal's kernels, a
/// work-item of `kernel`_rows computes a row, and a work-item of `kernel`_points computes a point.
const char* opencl_by_hand(const std::string& kernel);
const char* cuda_by_hand(const std::string& kernel);

/// Returns the seconds of one block_sync() of a whole block with `threads` threads.
double block_sync_seconds(Scene& scene, nopal::HostBackend& host, long threads);

/// Returns the bytes per second that a GPU reads and writes when it copies its own memory. 0: there is no such device.
double copy_rate_on_gpu(Scene& scene, nopal::Device& device);

} // namespace bench
