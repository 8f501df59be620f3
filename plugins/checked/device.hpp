#pragma once
// A device that has its own memory on the host. It really makes every copy, and it reports wrong use.

#include "options.hpp"
#include "pending.hpp"

namespace nopal::checked {

class CheckedDevice : public Device, public NativeAccess, public DevicePoisoning, public DeviceWindows {
public:
  CheckedDevice(DeviceDescription description, Options options)
      : description_(std::move(description)), options_(std::move(options)) {}

  const DeviceDescription& description() const override { return description_; }
  bool moves() const override { return options_.moves; }

  void create_variables(std::span<const SlotStorage> slots) override;
  void destroy_variables(std::span<const Slot> slots) override;
  void cycle_timelevels(std::span<const int> variables) override;
  void copy_boxes(std::span<const BoxCopy> copies) override;
  Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) override;
  Transferred copy_to_host(std::span<const Piece> pieces) override;
  void pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) override;
  Ticket unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) override;
  Moments reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) override;

  int load_kernel(const Kernel& kernel, const BlockShape& shape) override;
  void launch(const DeviceLaunch& launch) override;

  void wait(Ticket ticket) override;
  void finish() override;

  NativeAccess* native() override { return this; }
  void* pointer(Slot slot) override;
  DevicePoisoning* poisoning() override { return this; }
  bool wants_invalidation() const override { return true; }
  void fill(std::span<const SlotBox> boxes, std::uint64_t word) override;
  DeviceWindows* windows() override { return options_.moves ? nullptr : this; }
  void move_windows(std::span<const SlotStorage> slots) override;
  Ticket send_to_host(std::span<const Piece> pieces) override;

private:
  /// Counts a call. Throws Error if the options ask for a fault of this call.
  void enter(const std::string& function);
  /// Does all pending copies to the slot, then returns its memory.
  Allocation& settled(Slot slot);
  Ticket add(PendingCopy copy);

  DeviceDescription description_;
  Options options_;
  std::map<std::string, long> calls_;
  Memory memory_;
  PendingCopies pending_;
  std::vector<const Kernel*> kernels_;                     ///< by handle
  std::unique_ptr<HostBackend> host_ = threads_backend(1); ///< runs block kernels
  Ticket last_ticket_ = 0;
};

} // namespace nopal::checked
