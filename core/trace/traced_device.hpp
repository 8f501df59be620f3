#pragma once
// A device that passes every call to the real device and puts it on a timeline. A traced run uses it.

#include "core/device/forwarding_device.hpp"
#include "core/trace/timeline.hpp"

#include <map>

namespace nopal {

class TracedDevice final : public ForwardingDevice, public DeviceTiming, public TiledStencils, public DeviceWindows {
public:
  TracedDevice(std::unique_ptr<Device> device, Timeline& timeline, const Variables& variables)
      : ForwardingDevice(std::move(device)), timeline_(timeline), variables_(variables) {}
  ~TracedDevice() override;
  TracedDevice(const TracedDevice&) = delete;
  TracedDevice& operator=(const TracedDevice&) = delete;

  /// Asks the device for the times of finished commands and puts them on the timeline.
  void collect();

  void create_variables(std::span<const SlotStorage> slots) override;
  void copy_boxes(std::span<const BoxCopy> copies) override;
  Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) override;
  Transferred copy_to_host(std::span<const Piece> pieces) override;
  void pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) override;
  Ticket unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) override;
  Moments reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) override;
  int load_kernel(const Kernel& kernel, const BlockShape& shape) override;
  void launch(const DeviceLaunch& launch) override;
  TiledStencils* tiled_stencils() override { return device().tiled_stencils() != nullptr ? this : nullptr; }
  TileLimits tile_limits() const override { return device().tiled_stencils()->tile_limits(); }
  int load_stencil(const StencilKernel& stencil) override;
  void launch_tiles(const TiledLaunch& launch) override;
  DeviceWindows* windows() override { return device().windows() != nullptr ? this : nullptr; }
  void move_windows(std::span<const SlotStorage> slots) override {
    streams_ = true;
    device().windows()->move_windows(slots);
  }
  Ticket send_to_host(std::span<const Piece> pieces) override;
  std::shared_ptr<void> pin(std::byte* memory, std::size_t bytes) override {
    return device().windows()->pin(memory, bytes);
  }
  void wait(Ticket ticket) override;
  void finish() override;
  DeviceTiming* timing() override { return device().timing() != nullptr ? this : nullptr; }
  void mark(std::uint64_t mark) override { marks_[timeline_.size()] = mark; }
  void timed_commands(std::vector<TimedCommand>& done) override;

private:
  class Call;
  std::size_t add_command(Track track, SpanKind kind, std::string_view name);
  std::size_t add_pieces(Track track, std::span<const Piece> pieces);
  /// A slot behind those of the variables holds no variable: a table, or what elements of loops give.
  bool is_variable(Slot slot) const { return slot.variable < variables_.n_variables(); }
  std::string name_of(Slot slot) const;
  std::int64_t element_size(Slot slot) const;
  void add_bytes(std::size_t span, Slot slot, std::int64_t bytes);
  std::size_t add_strips(Track track, std::span<const Strip> strips);
  void share_time(std::size_t first, std::int64_t begin);
  /// The commands after this call belong to span number mark - 1. If mark is 0, they belong to no span.
  void mark_span(std::uint64_t mark) {
    if (DeviceTiming* timing = device().timing()) timing->mark(mark);
  }
  void tell_caller(const TimedCommand& command);
  void place(const TimedCommand& command);
  void collect_sometimes();

  Timeline& timeline_;
  const Variables& variables_;
  struct Other {
    std::string what;
    std::size_t element_size = 8;
  };
  std::map<int, Other> others_;         ///< slots that hold no variable
  std::vector<std::string> kernels_;    ///< full names, by handle
  std::vector<std::string> stencils_;   ///< full names, by handle
  std::vector<std::size_t> reductions_; ///< numbers of the spans of reductions, ascending
  std::vector<TimedCommand> done_;
  std::map<std::size_t, std::uint64_t> marks_; ///< marks of the caller, by the number of the first span that has them
  std::vector<TimedCommand> for_caller_;
  int since_collected_ = 0;
  bool streams_ = false; ///< all copies belong to passes
};

} // namespace nopal
