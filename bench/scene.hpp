#pragma once
// The kernels of the thorn `speed`, bound to memory, run on any backend; and kernels by hand in their place.

#include "core/launch/bound_kernel.hpp"
#include "core/plugins/host_backends.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// Memory of the run's variables, timelevels at different addresses modulo a page.
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
  /// `cells` along each axis of the fields, `matrix` rows and columns of the first matrix.
  Scene(long cells, long matrix);

  const nopal::Kernel& kernel(const std::string& name) const;
  nopal::BoundKernel bind(const nopal::Kernel& kernel) const { return {kernel, variables, parameters, grid}; }
  void set(const std::string& parameter, long value);
  int number(const std::string& variable) const { return *variables.find_variable("speed::" + variable); }
  /// Address of global index (0, 0, 0) of a field.
  double* field(const std::string& variable, int timelevel = 0) const;
  /// What a kernel is launched over.
  std::vector<nopal::LaunchBox> boxes(const nopal::BoundKernel& kernel) const;
  std::vector<nopal::Piece> pieces() const;
  void create_variables(nopal::Device& device) const;

  nopal::SearchPath path;
  nopal::Decomposition decomposition;
  nopal::KernelGrid grid;
  nopal::Variables variables;
  nopal::Parameters parameters;
  std::unique_ptr<Memory> memory;
  nopal::KernelClock clock{0, 1e-3, 0};
};

/// Sources that take the arguments of device_launch.hpp, as kernels of nopal do, and do the rest in their own way: for
/// fields over one box, and blocks of 8 x 8 or 256 threads. Null: there is none. Work-items are as in nopal's kernels:
/// pointwise `kernel`_rows takes a row, `kernel`_points a point.
const char* opencl_by_hand(const std::string& kernel);
const char* cuda_by_hand(const std::string& kernel);

/// Seconds of a wait, that is of a whole block's block_sync(), for blocks of `threads` threads.
double block_sync_seconds(Scene& scene, nopal::HostBackend& host, long threads);

/// Bytes that are read and written a second where a GPU copies its own memory; 0: it cannot be measured here.
double copy_rate_on_gpu(Scene& scene, nopal::Device& device);

} // namespace bench
