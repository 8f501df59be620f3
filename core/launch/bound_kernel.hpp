#pragma once
// A kernel of a thorn's library, bound to the variables and parameters of a run, ready to be launched.

#include "core/device/device.hpp"
#include "core/kernels/launch.hpp"
#include "core/launch/launch_numbers.hpp"
#include "core/parameters/parameters.hpp"
#include "core/schedule/routine.hpp"
#include "core/spaces/host_memory.hpp"
#include "core/variables/variables.hpp"

#include <span>
#include <utility>
#include <vector>

namespace nopal {

enum class HostVersion { plain, checked }; ///< checked: throws Error for an access that is not allowed

/// The numbers of a launch, in the order of the kernel's arguments.
struct KernelNumbers {
  std::span<const double> reals;
  std::span<const std::int64_t> integers;
};

class BoundKernel {
public:
  /// Finds the slot or parameter of each argument. `bindings` and `values` are the routine's: the variables for the
  /// bound names of its kernel, and parameters with values of their own. Throws an Error if the library was built from
  /// another declaration than the one loaded, so that an argument does not exist any more.
  BoundKernel(const Kernel& kernel, const Variables& variables, const Parameters& parameters, const KernelGrid& grid,
              std::span<const Binding> bindings = {}, const std::map<std::string, Value>& values = {});

  /// Reads the parameters' values again, after steering.
  void refresh_parameters(const Parameters& parameters) { numbers_.refresh(parameters); }
  /// The slots that the kernel uses: first grid functions, then arrays.
  const std::vector<Slot>& fields() const { return fields_; }
  /// The threads and the shared memory of each block of a block kernel.
  const BlockShape& shape() const { return shape_; }
  /// Whether the declaration says `threads: auto`. A block has one thread until choose_threads() says otherwise.
  bool has_automatic_threads() const;
  /// Sets the threads of a block along i. Call this before the first launch.
  void choose_threads(long threads) { shape_.threads = {threads, 1, 1}; }
  /// The points of a block kernel whose `over:` has numbers. Null: the kernel runs over the boxes of a region.
  const LaunchBox* points() const {
    return kernel_->blocks != nullptr && kernel_->blocks->points[0] != nullptr ? &points_ : nullptr;
  }
  const Kernel& kernel() const { return *kernel_; }

  /// Takes the values of scalar variables from `memory`. `backend` distributes the points of the plain version to
  /// threads. If it is null, the calling thread computes all points.
  void run_on_host(HostMemory& memory, std::span<const LaunchBox> boxes, const KernelClock& clock,
                   HostVersion version = HostVersion::plain, HostBackend* backend = nullptr);
  /// Returns a launch of the host versions, without boxes and backend. It refers to this object and holds until the
  /// next launch. A field without storage has no address.
  HostLaunch launch_on_host(HostMemory& memory, const KernelClock& clock);
  /// `part` is the part of the grid that the boxes lie on.
  void run_on_device(Device& device, HostMemory& memory, std::span<const LaunchBox> boxes, const KernelClock& clock,
                     int part = 0);
  /// Launches the kernel on the device with other slots as its fields, in the order of fields(). The clock and the grid
  /// are those of the launch.
  void launch_on_device(Device& device, HostMemory& memory, std::span<const Slot> fields,
                        std::span<const LaunchBox> boxes, const KernelClock& clock, const KernelGrid& grid);
  /// The grid of the run.
  const KernelGrid& grid() const { return grid_; }
  /// Runs the recording version at each point. `grid` need not be the grid of the run. Every scalar variable has the
  /// value `scalar`.
  void record(const KernelGrid& grid, std::span<const LaunchBox> boxes, const KernelClock& clock, double scalar,
              AccessRecorder& recorder) const;
  /// Runs the bounds-checked version of a block kernel on copies of its fields, so that it changes nothing. Only some
  /// blocks run if there are many. `copies`: the allocation of each field. Throws Error for a wrong access and for a
  /// conflict between threads.
  void try_blocks(HostMemory& memory, std::span<const LaunchBox> boxes, const KernelClock& clock,
                  std::span<std::byte* const> copies);
  /// Returns whether this is the first call. A run tries each block kernel once.
  bool take_trial() { return !std::exchange(tried_, true); }
  /// Returns the values of parameters and scalar variables now. They hold until the next launch.
  KernelNumbers numbers(HostMemory& memory) {
    numbers_.read(memory);
    return {numbers_.reals(), numbers_.integers()};
  }
  /// Compiles the kernel for the device. The first launch does this if nobody has called it before.
  void load(Device& device);

private:
  void set_shape(const Parameters& parameters);
  const Kernel* kernel_;
  KernelGrid grid_;
  std::vector<Slot> fields_;
  std::size_t grid_functions_ = 0; ///< number of grid functions; they are the first fields
  LaunchNumbers numbers_;
  std::vector<HostField> host_fields_; ///< for the host versions
  BlockShape shape_;
  LaunchBox points_{{{0, 0, 0}, {1, 1, 1}}, {0, 0, 0}, {0, 0, 0}};
  int handle_ = -1;
  bool tried_ = false;
};

/// The grid as kernels see it.
KernelGrid kernel_grid(const Domain& domain);

} // namespace nopal
