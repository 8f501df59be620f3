#pragma once
// A device that hands every call on to another: base of devices that watch calls, or spoil them in tests.

#include "core/device/device.hpp"

namespace nopal {

class ForwardingDevice : public Device {
public:
  explicit ForwardingDevice(std::unique_ptr<Device> device) : device_(std::move(device)) {}

  const DeviceDescription& description() const override { return device_->description(); }
  bool moves() const override { return device_->moves(); }
  void create_variables(std::span<const SlotStorage> slots) override { device_->create_variables(slots); }
  void copy_cycle(std::span<const int> variables) override { device_->copy_cycle(variables); }
  void copy_from_past(std::span<const BoxCopy> copies) override { device_->copy_from_past(copies); }
  Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) override {
    return device_->copy_to_device(pieces, ticket);
  }
  Transferred copy_to_host(std::span<const Piece> pieces) override { return device_->copy_to_host(pieces); }
  void copy_pre_sync(std::span<const Strip> strips, std::byte* host, std::size_t bytes) override {
    device_->copy_pre_sync(strips, host, bytes);
  }
  Ticket copy_post_sync(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) override {
    return device_->copy_post_sync(strips, host, bytes);
  }
  Moments reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) override {
    return device_->reduce(points, type, wanted);
  }
  void prepare_reductions() override { device_->prepare_reductions(); }
  int load_kernel(const Kernel& kernel, const KernelGrid& grid, const BlockShape& shape) override {
    return device_->load_kernel(kernel, grid, shape);
  }
  void launch(const DeviceLaunch& launch) override { device_->launch(launch); }
  void wait(Ticket ticket) override { device_->wait(ticket); }
  void finish() override { device_->finish(); }
  void* pointer(Slot slot) override { return device_->pointer(slot); }
  void* native_queue() override { return device_->native_queue(); }
  std::shared_ptr<void> make_current() override { return device_->make_current(); }
  std::byte* allocate_staging(std::size_t bytes) override { return device_->allocate_staging(bytes); }
  void free_staging(std::byte* memory) noexcept override { device_->free_staging(memory); }
  void mark(std::uint64_t mark) override { device_->mark(mark); }
  void timed_commands(std::vector<TimedCommand>& done) override { device_->timed_commands(done); }
  bool wants_invalidation() const override { return device_->wants_invalidation(); }
  void fill(std::span<const SlotBox> boxes, std::uint64_t word) override { device_->fill(boxes, word); }

protected:
  Device& device() const { return *device_; }

private:
  std::unique_ptr<Device> device_;
};

} // namespace nopal
