#pragma once
// A device that records the calls of its functions.

#include "core/device/forwarding_device.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace nopal::test {

class RecordingDevice final : public ForwardingDevice, public DevicePoisoning {
public:
  /// Without `spoils` invalid memory is left as it is. Filling it with poison would wait for its copies.
  RecordingDevice(std::unique_ptr<Device> device, std::vector<std::string>& calls, bool spoils = true)
      : ForwardingDevice(std::move(device)), calls_(calls), spoils_(spoils) {}

  DevicePoisoning* poisoning() override { return this; }
  void fill(std::span<const SlotBox> boxes, std::uint64_t word) override { device().poisoning()->fill(boxes, word); }
  bool wants_invalidation() const override { return spoils_ && device().poisoning()->wants_invalidation(); }

  void create_variables(std::span<const SlotStorage> slots) override {
    for (const SlotStorage& slot : slots) note("create " + text(slot.slot));
    ForwardingDevice::create_variables(slots);
  }
  void cycle_timelevels(std::span<const int> variables) override {
    for (const int v : variables) note("cycle " + std::to_string(v));
    ForwardingDevice::cycle_timelevels(variables);
  }
  void copy_boxes(std::span<const BoxCopy> copies) override {
    note("copy_boxes");
    ForwardingDevice::copy_boxes(copies);
  }
  Transferred copy_to_device(std::span<const Piece> pieces, Ticket& ticket) override {
    const Transferred result = ForwardingDevice::copy_to_device(pieces, ticket);
    for (const Piece& piece : pieces) note("to_device " + text(piece.slot));
    return result;
  }
  Transferred copy_to_host(std::span<const Piece> pieces) override {
    for (const Piece& piece : pieces) note("to_host " + text(piece.slot));
    return ForwardingDevice::copy_to_host(pieces);
  }
  void pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) override {
    note("pre_sync");
    ForwardingDevice::pack_to_host(strips, host, bytes);
  }
  Ticket unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) override {
    note("post_sync");
    return ForwardingDevice::unpack_from_host(strips, host, bytes);
  }
  void wait(Ticket ticket) override {
    note("wait");
    ForwardingDevice::wait(ticket);
  }

private:
  static std::string text(Slot slot) { return std::to_string(slot.variable) + "@" + std::to_string(slot.timelevel); }
  void note(const std::string& call) { calls_.push_back(call); }
  std::vector<std::string>& calls_;
  bool spoils_;
};

inline long times(const std::vector<std::string>& calls, const std::string& call) {
  return std::count(calls.begin(), calls.end(), call);
}

} // namespace nopal::test
