#pragma once
// A device that passes every call on to another one. Devices that watch calls derive from it.

#include "core/device/device.hpp"

#include <utility>

namespace nopal {

class ForwardingDevice : public Device {
public:
  explicit ForwardingDevice(std::unique_ptr<Device> device) : device_(std::move(device)) {}

  const DeviceDescription& description() const override { return device_->description(); }
  bool moves() const override { return device_->moves(); }
  void create_variables(std::span<const SlotStorage> slots) override { device_->create_variables(slots); }
  void destroy_variables(std::span<const Slot> slots) override { device_->destroy_variables(slots); }
  void cycle_timelevels(std::span<const int> variables) override { device_->cycle_timelevels(variables); }
  void copy_boxes(std::span<const BoxCopy> copies) override { device_->copy_boxes(copies); }
  Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) override {
    return device_->copy_to_device(pieces, ticket);
  }
  Transferred copy_to_host(std::span<const Piece> pieces) override { return device_->copy_to_host(pieces); }
  void pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) override {
    device_->pack_to_host(strips, host, bytes);
  }
  Ticket unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) override {
    return device_->unpack_from_host(strips, host, bytes);
  }
  Moments reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) override {
    return device_->reduce(points, type, wanted);
  }
  void prepare_reductions() override { device_->prepare_reductions(); }
  int load_kernel(const Kernel& kernel, const BlockShape& shape) override {
    return device_->load_kernel(kernel, shape);
  }
  void launch(const DeviceLaunch& launch) override { device_->launch(launch); }
  void wait(Ticket ticket) override { device_->wait(ticket); }
  void finish() override { device_->finish(); }
  std::byte* allocate_staging(std::size_t bytes) override { return device_->allocate_staging(bytes); }
  void free_staging(std::byte* memory) noexcept override { device_->free_staging(memory); }
  DeviceTiming* timing() override { return device_->timing(); }
  NativeAccess* native() override { return device_->native(); }
  DevicePoisoning* poisoning() override { return device_->poisoning(); }
  TiledStencils* tiled_stencils() override { return device_->tiled_stencils(); }
  DeviceWindows* windows() override { return device_->windows(); }

protected:
  Device& device() const { return *device_; }

private:
  std::unique_ptr<Device> device_;
};

} // namespace nopal
