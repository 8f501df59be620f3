#pragma once
// Memory of all variables on the host.

#include "core/accelerator/accelerator.hpp"
#include "core/spaces/spaces.hpp"

#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace nopal {

/// shared: slots lie where the allocator puts them. own: each slot lies on pages of its own (driver/storage/pages.hpp),
/// so that access to one slot can be forbidden.
enum class SlotPages { shared, own };

/// One allocation for each slot, aligned to 64 bytes, with the layout of the variable's space. The storage writes
/// nothing to it: the system provides a page when a routine first touches it.
class Storage final : public HostMemory {
public:
  /// Allocates all variables except `temporaries` and those of temporary groups, which never have storage. Throws Error
  /// if an allocation fails. `variables` must outlive the storage.
  Storage(const Variables& variables, Spaces spaces, const std::vector<int>& temporaries = {},
          SlotPages pages = SlotPages::shared);

  /// Allocates storage of variables that have it only while a routine or group runs. Variables that have storage keep
  /// it.
  void allocate(const std::vector<int>& variables);
  void release(const std::vector<int>& variables);

  std::byte* data(Slot slot) override { return labels_[label(slot)].get(); }
  /// Returns the same object for all variables of a space.
  const Layout& layout(int variable) const override { return spaces_.part({variable}).layout(); }
  void cycle(int variable) override;
  /// Timelevel l of a variable gets the memory of timelevel from[l], on all parts. `from` holds each timelevel once.
  void rename(int variable, std::span<const int> from);
  /// Returns memory with the size and layout of the slot, which renew() gives to it. The first call allocates it, and
  /// throws Error if that fails.
  std::byte* spare(Slot slot);
  bool has_spare(Slot slot) const { return spares_.contains(label(slot)); }
  /// The slot gets its spare memory, and its own memory becomes the spare one. Call spare() before.
  void renew(Slot slot) { std::swap(labels_[label(slot)], spares_.at(label(slot))); }
  void release_spares() { spares_.clear(); }
  std::size_t slot_bytes(Slot slot) const { return slot_bytes(variables_, spaces_, slot); }

  /// Returns the bytes of one slot, padding included.
  static std::size_t slot_bytes(const Variables& variables, const Spaces& spaces, Slot slot) {
    return static_cast<std::size_t>(spaces.part(slot).layout().size) * size_of(variables.group_of(slot.variable).type);
  }
  /// Returns the bytes that the storage of all variables will take, or the largest number if 64 bits cannot hold them.
  static std::size_t bytes(const Variables& variables, const Spaces& spaces);

private:
  struct Deleter {
    std::size_t offset; ///< of the slot in its allocation
    std::size_t paged;  ///< bytes on pages of its own; 0: from the allocator
    void operator()(std::byte* memory) const;
  };
  std::size_t label(Slot slot) const {
    const int in_variable = slot.part * variables_.timelevels(slot.variable) + slot.timelevel;
    return static_cast<std::size_t>(first_[slot.variable]) + static_cast<std::size_t>(in_variable);
  }
  template <class Action> void each_slot(int variable, const Action& action) const;
  using Memory = std::unique_ptr<std::byte, Deleter>;
  Memory allocate_slot(Slot slot) const;

  const Variables& variables_;
  Spaces spaces_;
  SlotPages pages_;
  std::vector<int> first_;               ///< by variable: its first slot in labels_
  std::vector<Memory> labels_;           ///< by variable, part, timelevel; null: no storage now
  std::map<std::size_t, Memory> spares_; ///< by position in labels_
};

} // namespace nopal
