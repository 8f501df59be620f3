#pragma once
// Abilities that a device may have beyond the interface Device. Device::timing(), native(), poisoning(),
// tiled_stencils() and windows() return them.

#include "core/device/commands.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace nopal {

enum class CommandKind { kernel, to_device, to_host };

/// A command that the device has done. Times are nanoseconds of the host's steady clock.
struct TimedCommand {
  std::uint64_t mark = 0; ///< from DeviceTiming::mark
  CommandKind kind = CommandKind::kernel;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// The device measures when its commands run. A trace asks for it.
class DeviceTiming {
public:
  virtual ~DeviceTiming() = default;
  /// All commands of later calls get this mark. Commands with mark 0 are not timed.
  virtual void mark(std::uint64_t mark) = 0;
  /// Appends the marked commands that are done and were not returned before. Commands of the same mark and kind come
  /// in the order of their calls. Does not block. Returns nothing if the device was not opened as `timed`.
  virtual void timed_commands(std::vector<TimedCommand>& done) = 0;
};

/// The device gives away its own handles. Functions with `device: true` use them.
class NativeAccess {
public:
  virtual ~NativeAccess() = default;
  /// Returns the device address of element 0 of the slot's allocation: a CUdeviceptr, a cl_mem, or an address. Does not
  /// block. Until the next call of a function of this device, the caller may put its own commands on native_queue().
  virtual void* pointer(Slot slot) = 0;
  /// Returns the native queue (CUstream, cl_command_queue). Null: the device has none.
  virtual void* native_queue() { return nullptr; }
  /// Makes the state current that the API keeps for each thread (a CUDA context), for as long as the result lives. A
  /// function calls it before it calls the API or a library on top of it. Null: the API keeps no such state.
  virtual std::shared_ptr<void> make_current() { return nullptr; }
};

/// The device can run the stages of a stencil in one launch, tile by tile, with temporaries in memory of the tile.
class TiledStencils {
public:
  virtual ~TiledStencils() = default;
  virtual TileLimits tile_limits() const = 0;
  /// Compiles the common source of the stages, or takes it from the cache. Returns a handle, the same one for the same
  /// stencil. Blocks while it compiles.
  virtual int load_stencil(const StencilKernel& stencil) = 0;
  /// Does not block.
  virtual void launch_tiles(const TiledLaunch& launch) = 0;
};

/// The device can overwrite values that are not valid any more, so that a read of them is found (poison_word.hpp).
class DevicePoisoning {
public:
  virtual ~DevicePoisoning() = default;
  /// Sets each word of 8 bytes of these points to `word`. Does not block.
  virtual void fill(std::span<const SlotBox> boxes, std::uint64_t word) = 0;
  /// Returns true if fill() must be called for all that becomes invalid, even without `accelerator.poison`.
  virtual bool wants_invalidation() const { return false; }
};

/// The device can hold windows of fields that move, and copy to the host while it computes. Streaming needs it
/// (core/launch/streamed_pass.hpp).
class DeviceWindows {
public:
  virtual ~DeviceWindows() = default;
  /// Gives the storage of each slot another layout, with no more elements than it was created with. No data move: each
  /// element of the allocation keeps its value and gets another position. Earlier commands are not affected. Does not
  /// block.
  virtual void move_windows(std::span<const SlotStorage> slots) = 0;
  /// Copies pieces to the host as Device::copy_to_host, but need not wait. The host's memory has the values when the
  /// ticket is done. Nobody may touch this memory before.
  virtual Ticket send_to_host(std::span<const Piece> pieces) = 0;
  /// Makes copies from and to this host memory faster, as long as the result lives. The result must end before the
  /// device does, and after all copies. Null: the device cannot, and copies work all the same.
  virtual std::shared_ptr<void> pin(std::byte* /*memory*/, std::size_t /*bytes*/) { return nullptr; }
};

} // namespace nopal
