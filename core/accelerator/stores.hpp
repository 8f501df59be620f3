#pragma once
// Stores knows which slots have memory on the device, and which memory on the host a copy may still read.

#include "core/accelerator/coordinator.hpp"
#include "core/device/device.hpp"
#include "core/spaces/host_memory.hpp"
#include "core/variables/poison_word.hpp"

#include <vector>

namespace nopal {

class Stores {
public:
  /// `device` may be null.
  Stores(const Coordinator& coordinator, HostMemory& memory, Device* device);

  Device* device() const { return device_; }
  const Variables& variables() const { return coordinator_.variables(); }
  /// The geometry of the part that the slot names.
  const Geometry& geometry(Slot slot) const { return coordinator_.spaces().part(slot); }
  int n_parts(int variable) const { return coordinator_.spaces().of(variable).n_parts(); }
  std::size_t element_size(int variable) const { return variables().element_size(variable); }
  /// Returns the start of the slot's allocation on the host. Asserts that it exists.
  std::byte* host(Slot slot) const;

  /// Creates storage of all timelevels of the variables on the device. Skips variables that have it.
  void create_on_device(const std::vector<int>& variables);
  void create_on_device(int variable) {
    if (!created_[variable]) create_on_device(std::vector<int>{variable});
  }

  /// Call this when a copy that reads the slot's memory on the host has started.
  void protect(Slot slot, Ticket ticket) { tickets_[buffer(slot)] = ticket; }
  /// Waits for a copy that reads the slot's memory on the host. Call this before code on the host writes the memory,
  /// and before the memory is freed.
  void await_host(Slot slot) {
    Ticket& ticket = tickets_[buffer(slot)];
    if (ticket != 0) device_->wait(ticket);
    ticket = 0;
  }
  /// Returns the slots whose memory on the host a copy may still read.
  std::vector<Slot> not_awaited() const;
  /// Call this when the device has finished all copies.
  void all_done() { tickets_.assign(tickets_.size(), 0); }

  /// Relabels timelevels on host and device. Tickets stay with their memory.
  void cycle(const std::vector<int>& variables);

  /// Whether all invalid regions are filled with poison, also in new storage on the device.
  bool spoils() const { return spoils_; }
  void set_spoils(bool on) { spoils_ = on; }
  /// Fills regions of a slot on all parts, each region with its own poison word. With `points`, only these points of
  /// them. Does nothing if the slot has no storage at the place.
  void spoil(Slot slot, Region regions, Place place, PoisonKind kind, const PointSet* points = nullptr);
  /// Returns the slot that this poison word was written to, with its present timelevel. Variable -1: not known.
  Slot origin(const PoisonWord& word) const;

private:
  int& buffer(Slot slot) { return buffers_[validity_.index(slot)]; }
  const Coordinator& coordinator_;
  const Validity& validity_;
  HostMemory& memory_;
  Device* device_;
  std::vector<char> created_;   ///< by variable: 1 if it has storage on the device
  std::vector<int> buffers_;    ///< by slot: number of its allocation
  std::vector<Ticket> tickets_; ///< by allocation on the host
  bool spoils_ = false;
  std::vector<SlotBox> boxes_; ///< scratch of spoil()
};

} // namespace nopal
