#pragma once
// The interface between nopal and a device. A device plugin implements it.
//
// The host is the specification: each comment says what must hold after the call. A device serves one process and has
// memory of its own. It orders its own commands: a command sees the effects of all earlier commands that touch the
// same slots. A function blocks only if its comment says so; else it may return before the work is done. Every function
// throws nopal::Error for a problem that a user can solve (out of memory, a kernel that does not compile).

#include "core/device/commands.hpp"
#include "core/device/device_extensions.hpp"
#include "core/device/host_staging.hpp"
#include "core/host/host_backend.hpp"
#include "core/reductions/moments.hpp"

namespace nopal {

/// A physical device that a plugin found on this machine.
struct DeviceDescription {
  std::string name; ///< "NVIDIA H100", "cpu-haswell-..."
  std::string api;  ///< "CUDA 13.0", "OpenCL 3.0 PoCL 3.1"
  /// The API of the handles that NativeAccess gives: "cuda" (CUdeviceptr, CUstream), "opencl" (cl_mem,
  /// cl_command_queue), "host" (addresses, no queue).
  std::string native = "host";
  bool is_gpu = false;
  std::size_t memory_total = 0;     ///< in bytes
  std::size_t memory_free = 0;      ///< in bytes; 0: the API does not say
  std::size_t allocation_limit = 0; ///< largest allocation in bytes; 0: as large as the memory
  BlockLimits limits;
  bool adds_reals = false; ///< kernels can add to a double with atomics, in 64 bits
  long compute_units = 1;  ///< parts that run groups of threads at the same time
};

class Device {
public:
  virtual ~Device() = default;

  virtual const DeviceDescription& description() const = 0;

  // Storage.
  /// Creates storage for each slot, with undefined contents. The slots must have none.
  virtual void create_variables(std::span<const SlotStorage> slots) = 0;
  /// Destroys the storage of each slot. A slot may then be created again, with another layout. May block until the
  /// commands that use the storage are done.
  virtual void destroy_variables(std::span<const Slot> slots) = 0;
  /// Gives the timelevels of each variable new numbers: l becomes l+1, the last becomes 0. No data move.
  virtual void cycle_timelevels(std::span<const int> variables) = 0;

  // Copies.
  /// Copies boxes between slots inside the device. The boxes of one call must not depend on each other.
  virtual void copy_boxes(std::span<const BoxCopy> copies) = 0;
  /// Copies pieces from the host to the device. The host memory must stay unchanged until the ticket is done.
  virtual Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) = 0;
  /// Copies pieces from the device to the host. Blocks.
  virtual Transferred copy_to_host(std::span<const Piece> pieces) = 0;
  /// Packs all strips into one buffer and copies it to `host` in one transfer. Blocks.
  virtual void pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) = 0;
  /// Copies `host` to the device in one transfer and unpacks all strips. `host` must stay unchanged until the ticket is
  /// done.
  virtual Ticket unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) = 0;
  /// Blocks until the copy of this ticket no longer uses the host's memory. Returns at once for 0 and for a ticket that
  /// was awaited before.
  virtual void wait(Ticket ticket) = 0;
  /// Blocks until all commands are done. Throws Error for a fault of an earlier command. The device may then be
  /// unusable: every later call throws the first Error again, and the destructor neither blocks nor throws.
  virtual void finish() = 0;

  // Work.
  /// Computes moments of the points of a slot of real or integer elements, with the bits that the function moments()
  /// returns for the same values. Copies reduced_bytes to the host in one transfer. Blocks.
  virtual Moments reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) = 0;
  /// Compiles a kernel, or takes it from the cache, and prepares its first launch. Returns a handle, the same one for
  /// the same kernel. `shape` is the same for all launches of a block kernel. Blocks while it compiles.
  virtual int load_kernel(const Kernel& kernel, const BlockShape& shape = {}) = 0;
  /// A kernel with an order (Kernel::order) computes the points of each column one after the other, in this order, also
  /// if they lie in several boxes.
  virtual void launch(const DeviceLaunch& launch) = 0;

  // Optional.
  /// Returns true if copy_to_device and copy_to_host move whole slots: the source then loses its data.
  virtual bool moves() const { return false; }
  /// The set-up of a run calls this if the run reduces. A device can compile what it needs. May block.
  virtual void prepare_reductions() {}
  /// Returns host memory that is fast to transfer. The default is ordinary memory.
  virtual std::byte* allocate_staging(std::size_t bytes) { return allocate_host_staging(bytes); }
  virtual void free_staging(std::byte* memory) noexcept { free_host_staging(memory); }
  /// Null: the device does not have this ability.
  virtual DeviceTiming* timing() { return nullptr; }
  virtual NativeAccess* native() { return nullptr; }
  virtual DevicePoisoning* poisoning() { return nullptr; }
  virtual TiledStencils* tiled_stencils() { return nullptr; }
  virtual DeviceWindows* windows() { return nullptr; }
};

} // namespace nopal
