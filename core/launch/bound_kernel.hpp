#pragma once
// A kernel of a thorn's library, bound to the variables and parameters of a run, ready to be launched.

#include "core/device/device.hpp"
#include "core/kernels/launch.hpp"
#include "core/parameters/parameters.hpp"
#include "core/schedule/routine.hpp"
#include "core/spaces/host_memory.hpp"
#include "core/variables/variables.hpp"

#include <span>
#include <vector>

namespace nopal {

enum class HostVersion { plain, checked };

class BoundKernel {
public:
  /// Finds the slot or parameter of each argument. `bindings`: of the routine, for the names that its kernel binds.
  /// Throws an Error if the library was built from another declaration than the one loaded, so that an argument does
  /// not exist any more.
  BoundKernel(const Kernel& kernel, const Variables& variables, const Parameters& parameters, const KernelGrid& grid,
              std::span<const Binding> bindings = {});

  /// Reads the parameters' values again, after steering.
  void refresh_parameters(const Parameters& parameters);
  /// Grid functions, then arrays.
  const std::vector<Slot>& fields() const { return fields_; }
  /// What a block kernel asks of each block.
  const BlockShape& shape() const { return shape_; }
  /// The points that a block kernel is launched over wherever it runs; null: the boxes of a region.
  const LaunchBox* points() const {
    return kernel_->blocks != nullptr && kernel_->blocks->points[0] != nullptr ? &points_ : nullptr;
  }
  const Kernel& kernel() const { return *kernel_; }

  /// Scalar variables are taken from `memory` at the call. `backend` shares out the points of the plain version;
  /// null: the caller computes them all.
  void run_on_host(HostMemory& memory, std::span<const LaunchBox> boxes, const KernelClock& clock,
                   HostVersion version = HostVersion::plain, HostBackend* backend = nullptr);
  /// `part` is the part of the grid that the boxes lie on.
  void run_on_device(Device& device, HostMemory& memory, std::span<const LaunchBox> boxes, const KernelClock& clock,
                     int part = 0);
  /// Runs the recording version at each point, on a grid that need not be the run's; `scalar` stands for the value of
  /// every scalar variable.
  void record(const KernelGrid& grid, std::span<const LaunchBox> boxes, const KernelClock& clock, double scalar,
              AccessRecorder& recorder) const;
  /// Compiles ahead of the first launch.
  void load(Device& device);

private:
  void read_scalars(HostMemory& memory);
  void set_shape(const Parameters& parameters);
  const Kernel* kernel_;
  KernelGrid grid_;
  std::vector<Slot> fields_;
  std::size_t grid_functions_ = 0; ///< the number of them; they are the first fields
  std::vector<Slot> scalar_slots_; ///< beside reals_/integers_: where a number is a scalar variable
  std::vector<double> reals_;
  std::vector<std::int64_t> integers_;
  std::vector<HostField> host_fields_; ///< for the host versions
  BlockShape shape_;
  LaunchBox points_{{{0, 0, 0}, {1, 1, 1}}, {0, 0, 0}, {0, 0, 0}};
  int handle_ = -1;
};

/// The grid as kernels see it.
KernelGrid kernel_grid(const Domain& domain);

} // namespace nopal
