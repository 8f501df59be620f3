#pragma once
// A device that records the calls of its functions.

#include "core/device/forwarding_device.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace nopal::test {

class RecordingDevice final : public ForwardingDevice {
public:
  /// Without `spoils` invalid memory is left as it is. Filling it with poison would wait for its copies.
  RecordingDevice(std::unique_ptr<Device> device, std::vector<std::string>& calls, bool spoils = true)
      : ForwardingDevice(std::move(device)), calls_(calls), spoils_(spoils) {}

  bool wants_invalidation() const override { return spoils_ && ForwardingDevice::wants_invalidation(); }

  void create_variables(std::span<const SlotStorage> slots) override {
    for (const SlotStorage& slot : slots) note("create " + text(slot.slot));
    ForwardingDevice::create_variables(slots);
  }
  void copy_cycle(std::span<const int> variables) override {
    for (const int v : variables) note("cycle " + std::to_string(v));
    ForwardingDevice::copy_cycle(variables);
  }
  void copy_from_past(std::span<const BoxCopy> copies) override {
    note("copy_from_past");
    ForwardingDevice::copy_from_past(copies);
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
  void copy_pre_sync(std::span<const Strip> strips, std::byte* host, std::size_t bytes) override {
    note("pre_sync");
    ForwardingDevice::copy_pre_sync(strips, host, bytes);
  }
  Ticket copy_post_sync(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) override {
    note("post_sync");
    return ForwardingDevice::copy_post_sync(strips, host, bytes);
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
