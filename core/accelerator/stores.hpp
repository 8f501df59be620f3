#pragma once
// The physical buffers behind slots: which exist on the host and on the device, and which of them a copy that is
// still under way reads.

#include "core/accelerator/accelerator.hpp"
#include "core/spaces/geometry.hpp"
#include "core/variables/poison_word.hpp"

#include <vector>

namespace nopal {

class Stores {
public:
  Stores(const AcceleratorContext& context, const Validity& validity);

  Device* device() const { return device_; }
  const Variables& variables() const { return variables_; }
  const Geometry& geometry(int variable) const { return geometries_[geometry_of_[variable]]; }
  std::size_t element_size(int variable) const { return element_size_[variable]; }
  /// Points of the grid that this rank owns.
  const Box& owned() const { return owned_; }
  /// False in a plan: nothing may be copied, packed or filled.
  bool hold_data() const { return hold_data_; }
  /// Start of the slot's allocation on the host; asserts that there is one.
  std::byte* host(Slot slot) const;

  bool has_storage(int variable) const { return has_storage_[variable] != 0; }
  void set_storage(int variable, bool on) { has_storage_[variable] = on ? 1 : 0; }
  /// Creates the storage of all timelevels of a variable on the device, where it does not exist.
  void create_on_device(const std::vector<int>& variables);
  void create_on_device(int variable) {
    if (!created_[variable]) create_on_device(std::vector<int>{variable});
  }

  /// A copy that reads the slot's memory on the host is under way.
  void protect(Slot slot, Ticket ticket) { tickets_[buffer(slot)] = ticket; }
  /// Before code on the host writes the slot's memory, or the memory goes away.
  void await_host(Slot slot) {
    Ticket& ticket = tickets_[buffer(slot)];
    if (ticket != 0) device_->wait(ticket);
    ticket = 0;
  }
  /// Slots whose memory on the host a copy may still read.
  std::vector<Slot> not_awaited() const;
  void all_done() { tickets_.assign(tickets_.size(), 0); }

  /// Relabels timelevels on host and device; tickets stay with their buffers.
  void cycle(const std::vector<int>& variables);

  /// Whether what holds no valid value is to be filled with poison. New storage on the device is, then.
  bool spoils() const { return spoils_; }
  void set_spoils(bool on) { spoils_ = on; }
  /// Fills the regions of a slot with poison of their own, where there is storage.
  void spoil(Slot slot, Region regions, Place place, PoisonKind kind);
  /// The slot that a poison word comes from, by the labels of now; variable -1 where that is not known.
  Slot origin(const PoisonWord& word) const;

private:
  int& buffer(Slot slot) { return buffers_[validity_.index(slot)]; }
  const Variables& variables_;
  const Validity& validity_;
  HostMemory& memory_;
  Device* device_;
  bool hold_data_;
  Box owned_;
  std::vector<Geometry> geometries_;
  std::vector<int> geometry_of_; ///< by variable
  std::vector<std::size_t> element_size_;
  std::vector<char> has_storage_, created_; ///< by variable
  std::vector<int> buffers_;                ///< by slot: number of its allocation
  std::vector<Ticket> tickets_;             ///< by allocation on the host
  bool spoils_ = false;
  std::vector<SlotBox> boxes_; ///< scratch of spoil()
};

} // namespace nopal
