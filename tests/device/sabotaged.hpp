#pragma once
// A device with one function that does nothing. The rows of this function must fail.

#include "core/device/forwarding_device.hpp"

#include <string>

namespace nopal::test {

class Sabotaged final : public ForwardingDevice,
                        public NativeAccess,
                        public DevicePoisoning,
                        public TiledStencils,
                        public DeviceWindows {
public:
  Sabotaged(std::unique_ptr<Device> device, std::string no_op)
      : ForwardingDevice(std::move(device)), no_op_(std::move(no_op)) {}

  const DeviceDescription& description() const override {
    static const DeviceDescription nothing;
    return works("description") ? ForwardingDevice::description() : nothing;
  }
  void create_variables(std::span<const SlotStorage> slots) override {
    if (works("create_variables")) ForwardingDevice::create_variables(slots);
  }
  void destroy_variables(std::span<const Slot> slots) override {
    if (works("destroy_variables")) ForwardingDevice::destroy_variables(slots);
  }
  void cycle_timelevels(std::span<const int> variables) override {
    if (works("cycle_timelevels")) ForwardingDevice::cycle_timelevels(variables);
  }
  void copy_boxes(std::span<const BoxCopy> copies) override {
    if (works("copy_boxes")) ForwardingDevice::copy_boxes(copies);
  }
  Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) override {
    return works("copy_to_device") ? ForwardingDevice::copy_to_device(pieces, ticket) : nothing_done();
  }
  Transferred copy_to_host(std::span<const Piece> pieces) override {
    return works("copy_to_host") ? ForwardingDevice::copy_to_host(pieces) : nothing_done();
  }
  void pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) override {
    if (works("pack_to_host")) ForwardingDevice::pack_to_host(strips, host, bytes);
  }
  Ticket unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) override {
    return works("unpack_from_host") ? ForwardingDevice::unpack_from_host(strips, host, bytes) : 0;
  }
  Moments reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) override {
    return works("reduce") ? ForwardingDevice::reduce(points, type, wanted) : Moments{};
  }
  int load_kernel(const Kernel& kernel, const BlockShape& shape) override {
    return works("load_kernel") ? ForwardingDevice::load_kernel(kernel, shape) : -1;
  }
  void launch(const DeviceLaunch& launch) override {
    if (works("launch")) ForwardingDevice::launch(launch);
  }
  void wait(Ticket ticket) override {
    if (works("wait")) ForwardingDevice::wait(ticket);
  }
  void finish() override {
    if (works("finish")) ForwardingDevice::finish();
  }
  NativeAccess* native() override { return this; }
  void* pointer(Slot slot) override { return works("pointer") ? device().native()->pointer(slot) : nullptr; }
  void* native_queue() override { return works("native_queue") ? device().native()->native_queue() : nullptr; }
  std::byte* allocate_staging(std::size_t bytes) override {
    return works("allocate_staging") ? ForwardingDevice::allocate_staging(bytes) : nullptr;
  }
  void free_staging(std::byte* memory) noexcept override {
    if (works("free_staging")) ForwardingDevice::free_staging(memory);
  }
  DevicePoisoning* poisoning() override { return this; }
  bool wants_invalidation() const override {
    return works("wants_invalidation") && device().poisoning()->wants_invalidation();
  }
  void fill(std::span<const SlotBox> boxes, std::uint64_t word) override {
    if (works("fill")) device().poisoning()->fill(boxes, word);
  }
  TiledStencils* tiled_stencils() override { return device().tiled_stencils() != nullptr ? this : nullptr; }
  TileLimits tile_limits() const override { return device().tiled_stencils()->tile_limits(); }
  int load_stencil(const StencilKernel& stencil) override {
    return works("load_stencil") ? device().tiled_stencils()->load_stencil(stencil) : -1;
  }
  void launch_tiles(const TiledLaunch& launch) override {
    if (works("launch_tiles")) device().tiled_stencils()->launch_tiles(launch);
  }
  DeviceWindows* windows() override { return device().windows() != nullptr ? this : nullptr; }
  void move_windows(std::span<const SlotStorage> slots) override {
    if (works("move_windows")) device().windows()->move_windows(slots);
  }
  Ticket send_to_host(std::span<const Piece> pieces) override {
    return works("send_to_host") ? device().windows()->send_to_host(pieces) : 0;
  }
  std::shared_ptr<void> pin(std::byte* memory, std::size_t bytes) override {
    return device().windows()->pin(memory, bytes);
  }

private:
  bool works(const char* function) const { return no_op_ != function; }
  Transferred nothing_done() const { return moves() ? Transferred::moved : Transferred::copied; }
  std::string no_op_;
};

} // namespace nopal::test
