#pragma once
// What a device plugin provides. The host is the specification: each function says what must hold afterwards.
// A device serves one process, has memory of its own, and orders its own commands: a command sees the effects of
// all earlier commands that touch the same slots, whatever queues they go to.
// Functions not marked "blocks" return before the work is done. All throw nopal::Error for what a user can mend
// (out of memory, a kernel that does not compile), saying what was asked for.

#include "core/grid/layout.hpp"
#include "core/host/host_backend.hpp"
#include "core/kernels/block_shape.hpp"
#include "core/kernels/launch.hpp"
#include "core/reductions/moments.hpp"
#include "core/variables/poison_word.hpp"
#include "core/variables/slot.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nopal {

/// Names a copy that may still be under way; tickets of one device grow. 0 is done.
using Ticket = std::uint64_t;

/// A physical device that a plugin found on this machine.
struct DeviceDescription {
  std::string name; ///< "NVIDIA H100", "cpu-haswell-..."
  std::string api;  ///< "CUDA 13.0", "OpenCL 3.0 PoCL 3.1"
  /// What Device::pointer and native_queue give: "cuda" (CUdeviceptr, CUstream), "opencl" (cl_mem, cl_command_queue),
  /// "host" (addresses, and no queue).
  std::string native = "host";
  bool is_gpu = false;
  std::size_t memory_total = 0;     ///< bytes
  std::size_t memory_free = 0;      ///< bytes, 0 where the API does not tell
  std::size_t allocation_limit = 0; ///< bytes of one allocation; 0: no limit but memory
  BlockLimits limits;
};

/// How a plugin is asked to open a device.
struct DeviceOptions {
  bool timed = false;               ///< Device::timed_commands will be asked
  int index = 0;                    ///< which of DevicePlugin::find()
  bool contract = false;            ///< floating-point contraction in kernels
  bool synchronous = false;         ///< wait for each command, so that errors name the one that failed
  int threads = 0;                  ///< CPU devices: worker threads; 0: the plugin's choice
  std::string cache_folder;         ///< compiled kernels; empty: no cache
  std::vector<std::string> options; ///< the parameter accelerator.device_options: "key=value", the plugin's own
  std::function<void(const std::string&)> notice; ///< told what a user should know and what ends nothing; may be empty
};

/// The storage of one slot.
struct SlotStorage {
  Slot slot;
  Layout layout;
  std::size_t element_size = 8;
  std::string variable = "a variable"; ///< "wavetoy::phi": for messages
};

/// A contiguous piece of a slot: `count` elements from element `first` of the allocation.
struct Piece {
  Slot slot;
  std::byte* host = nullptr; ///< start of the slot's allocation on the host, same layout
  long first = 0;
  long count = 0;
};

/// A box of a slot in a staging buffer: dense, i fastest, from byte `offset` on.
struct Strip {
  Slot slot;
  Box box;
  std::size_t offset = 0;
};

/// Copies points inside the device: `to` at point p becomes `from` at p + shift, for p in box.
struct BoxCopy {
  Slot from;
  Slot to;
  Box box;
  Index shift{0, 0, 0};
};

/// Points of a slot.
struct SlotBox {
  Slot slot;
  Box box;
};

/// A launch of a loaded kernel. Fields and numbers in the order of Kernel::arguments.
struct DeviceLaunch {
  int kernel = -1;              ///< from load_kernel
  std::span<const Slot> fields; ///< and arrays
  std::span<const double> reals;
  std::span<const std::int64_t> integers;
  std::span<const LaunchBox> boxes;
  KernelClock clock;
  BlockShape shape = {}; ///< block kernels only
};

enum class Transferred { copied, moved };

enum class CommandKind { kernel, to_device, to_host };

/// A command that the device has done, as its own clock tells. Times are nanoseconds of the host's steady clock.
struct TimedCommand {
  std::uint64_t mark = 0; ///< from Device::mark
  CommandKind kind = CommandKind::kernel;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

class Device {
public:
  virtual ~Device() = default;

  virtual const DeviceDescription& description() const = 0;
  /// Whether copy_to_device and copy_to_host move whole slots, leaving the source without its data.
  virtual bool moves() const { return false; } // (optional)

  /// Storage for each slot: called exactly once a slot, contents undefined. (CreateVariables)
  virtual void create_variables(std::span<const SlotStorage> slots) = 0;
  /// Relabels the timelevels of each variable: timelevel l becomes l+1, the last becomes 0; no data moves. (CopyCycle)
  virtual void copy_cycle(std::span<const int> variables) = 0;
  /// Copies boxes between slots on the device. Boxes of one call do not depend on each other.
  /// (CopyFromPast; also the periodic images of a sync)
  virtual void copy_from_past(std::span<const BoxCopy> copies) = 0;
  /// Host to device. The host memory of each piece must stay as it is until the ticket is done. (CopyToDevice)
  virtual Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) = 0;
  /// Device to host; blocks. (CopyToHost)
  virtual Transferred copy_to_host(std::span<const Piece> pieces) = 0;
  /// Packs all strips into one buffer and brings it to `host` in one transfer; blocks. (CopyPreSync)
  virtual void copy_pre_sync(std::span<const Strip> strips, std::byte* host, std::size_t bytes) = 0;
  /// Brings `host` to the device in one transfer and unpacks all strips. `host` must stay as it is until the
  /// ticket is done. (CopyPostSync)
  virtual Ticket copy_post_sync(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) = 0;

  /// Moments of the points of a slot of real or integer elements, with the same bits as the function moments() gives
  /// of the same values; blocks. In one transfer of reduced_bytes to the host, whatever is wanted.
  virtual Moments reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) = 0;
  /// While a run is set up: it will reduce, and should not have to wait for a compiler then. (optional)
  virtual void prepare_reductions() {}

  /// Compiles a kernel (or takes it from the cache) and makes its first launch cheap; same kernel, same handle.
  /// `grid` is the same for all kernels of a run, `shape` for all launches of a block kernel.
  virtual int load_kernel(const Kernel& kernel, const KernelGrid& grid, const BlockShape& shape = {}) = 0;
  virtual void launch(const DeviceLaunch& launch) = 0;

  /// Blocks until the copy of this ticket no longer reads the host's memory. 0 and tickets already awaited return
  /// at once.
  virtual void wait(Ticket ticket) = 0;
  /// Blocks until everything is done; throws Error for asynchronous faults. Afterwards the device may be unusable: then
  /// every call throws the first Error again, and destruction neither blocks nor throws.
  virtual void finish() = 0;

  /// Device address of element 0 of the slot's allocation, for functions with `device: true`:
  /// a CUdeviceptr, a cl_mem, or an address.
  virtual void* pointer(Slot slot) = 0;
  /// The native queue (CUstream, cl_command_queue); null where there is none. (optional)
  virtual void* native_queue() { return nullptr; }
  /// Makes current what the API keeps for each thread (a CUDA context), until the result is gone: for functions that
  /// call the API or a library on top of it. Null where the API keeps nothing. (optional)
  virtual std::shared_ptr<void> make_current() { return nullptr; }
  /// Memory that is fast to transfer from and to. (optional)
  virtual std::byte* allocate_staging(std::size_t bytes);
  virtual void free_staging(std::byte* memory) noexcept;

  /// Commands of later calls belong to this mark; 0: to none, and they are not timed. (optional)
  virtual void mark(std::uint64_t /*mark*/) {}
  /// Appends the marked commands that were found done since the last call; those of one mark and kind in the order in
  /// which they were given. Nothing where the device cannot tell, or was not opened as `timed`. (optional)
  virtual void timed_commands(std::vector<TimedCommand>& /*done*/) {}

  /// Each word of 8 bytes of these points becomes `word`: poison (poison_word.hpp), since the values have lost their
  /// meaning or are about to be written.
  virtual void fill(std::span<const SlotBox> boxes, std::uint64_t word) = 0;
  /// Whether fill() is to be called for all that becomes invalid, even without `accelerator.poison`: for devices that
  /// find reads of what is not valid. (optional)
  virtual bool wants_invalidation() const { return false; }
};

/// What a device plugin's library exports (core/plugins/plugin.hpp).
class DevicePlugin {
public:
  virtual ~DevicePlugin() = default;
  /// Devices that this plugin can open here; empty where there is none, and then why_none() says why.
  /// threads: how many worker threads a CPU device may use in this process (0: its own choice); taken at the
  /// first call, since CPU runtimes start their workers then.
  virtual std::vector<DeviceDescription> find(int threads) = 0;
  virtual std::string why_none() { return "no device found"; }
  /// How its devices run blocks of threads, for `nopal list backends`, which takes name, devices, library and
  /// limits from find(). Empty texts: they are no backend of their own. (optional)
  virtual BackendTraits traits() const { return {}; }
  /// Higher is tried earlier by `device: auto`; negative: never chosen automatically.
  virtual int priority(const DeviceDescription& device) const = 0;
  virtual std::unique_ptr<Device> open(const DeviceOptions& options) = 0;
};

} // namespace nopal
