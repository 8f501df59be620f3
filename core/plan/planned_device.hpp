#pragma once
// A device that a plan is made for: it need not exist, and must never be asked to do anything.

#include "core/base/assert.hpp"
#include "core/device/device.hpp"

namespace nopal {

class PlannedDevice final : public Device {
public:
  /// moves: as Device::moves() of the device that will run.
  explicit PlannedDevice(bool moves) : moves_(moves) { description_.name = "planned"; }

  const DeviceDescription& description() const override { return description_; }
  bool moves() const override { return moves_; }

  void create_variables(std::span<const SlotStorage>) override { refuse(); }
  void destroy_variables(std::span<const Slot>) override { refuse(); }
  void cycle_timelevels(std::span<const int>) override { refuse(); }
  void copy_boxes(std::span<const BoxCopy>) override { refuse(); }
  Transferred copy_to_device(std::span<const Piece>, Ticket&) override { refuse(); }
  Transferred copy_to_host(std::span<const Piece>) override { refuse(); }
  void pack_to_host(std::span<const Strip>, std::byte*, std::size_t) override { refuse(); }
  Ticket unpack_from_host(std::span<const Strip>, const std::byte*, std::size_t) override { refuse(); }
  Moments reduce(const SlotBox&, Type, const MomentsWanted&) override { refuse(); }
  int load_kernel(const Kernel&, const BlockShape&) override { refuse(); }
  void launch(const DeviceLaunch&) override { refuse(); }
  void wait(Ticket) override { refuse(); }
  void finish() override { refuse(); }

private:
  [[noreturn]] static void refuse() { assertion_failed("a plan touches no data", __FILE__, __LINE__); }
  DeviceDescription description_;
  bool moves_;
};

} // namespace nopal
