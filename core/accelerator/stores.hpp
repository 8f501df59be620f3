#pragma once
// The memory behind slots: which slots have memory on the device, and which memory on the host a copy still reads.

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
  std::size_t element_size(int variable) const { return coordinator_.element_size(variable); }
  /// Start of the slot's allocation on the host; asserts that there is one.
  std::byte* host(Slot slot) const;

  /// Creates the storage of all timelevels of the variables on the device, where it does not exist.
  void create_on_device(const std::vector<int>& variables);
  void create_on_device(int variable) {
    if (!created_[variable]) create_on_device(std::vector<int>{variable});
  }

  /// A copy that reads the slot's memory on the host is under way.
  void protect(Slot slot, Ticket ticket) { tickets_[buffer(slot)] = ticket; }
  /// Waits for a copy that reads the slot's memory on the host. Call this before code on the host writes the memory,
  /// and before the memory is freed.
  void await_host(Slot slot) {
    Ticket& ticket = tickets_[buffer(slot)];
    if (ticket != 0) device_->wait(ticket);
    ticket = 0;
  }
  /// Slots whose memory on the host a copy may still read.
  std::vector<Slot> not_awaited() const;
  /// The device has finished all copies.
  void all_done() { tickets_.assign(tickets_.size(), 0); }

  /// Relabels timelevels on host and device. Tickets stay with their memory.
  void cycle(const std::vector<int>& variables);

  /// Whether everything that is not valid gets filled with poison, new storage on the device included.
  bool spoils() const { return spoils_; }
  void set_spoils(bool on) { spoils_ = on; }
  /// Fills each of the regions of a slot, on all parts, with its own poison word, if the slot has storage at the place.
  void spoil(Slot slot, Region regions, Place place, PoisonKind kind);
  /// The slot that the poison word was written to, by its present timelevel; variable -1: not known.
  Slot origin(const PoisonWord& word) const;

private:
  int& buffer(Slot slot) { return buffers_[validity_.index(slot)]; }
  const Coordinator& coordinator_;
  const Validity& validity_;
  HostMemory& memory_;
  Device* device_;
  std::vector<char> created_;   ///< by variable: it has storage on the device
  std::vector<int> buffers_;    ///< by slot: number of its allocation
  std::vector<Ticket> tickets_; ///< by allocation on the host
  bool spoils_ = false;
  std::vector<SlotBox> boxes_; ///< scratch of spoil()
};

} // namespace nopal
