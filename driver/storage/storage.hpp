#pragma once
// Memory of all variables on the host.

#include "core/accelerator/accelerator.hpp"
#include "core/spaces/group_layout.hpp"

#include <memory>
#include <vector>

namespace nopal {

/// Where slots lie: wherever memory is found, or each on pages of its own (driver/storage/pages.hpp), so that access to
/// one can be forbidden.
enum class SlotPages { shared, own };

/// One allocation a slot, aligned to 64 bytes, of the rank's stored points (gf) or of the whole shape (arrays and
/// scalars, replicated). Nothing is written to it: pages cost nothing until a routine touches them first.
class Storage final : public HostMemory {
public:
  /// Allocates all but `temporaries`. Error where an allocation fails. `variables` must outlive the storage.
  Storage(const Variables& variables, const Decomposition& decomposition, int rank,
          const std::vector<int>& temporaries = {}, SlotPages pages = SlotPages::shared);

  /// Storage of variables that last only while a routine or group runs; what has storage already keeps it.
  void allocate(const std::vector<int>& variables);
  void release(const std::vector<int>& variables);

  std::byte* data(Slot slot) override { return labels_[first_[slot.variable] + slot.timelevel].get(); }
  /// The same object for all variables of a shape.
  const Layout& layout(int variable) const override { return layouts_[layout_of_[variable]]; }
  void cycle(int variable) override;
  /// Of each of the variable's slots.
  std::size_t slot_bytes(int variable) const;

  /// Bytes that the rank's storage will take, without allocating it; the largest number where 64 bits do not hold
  /// them.
  static std::size_t bytes(const Variables& variables, const Decomposition& decomposition, int rank);

private:
  struct Deleter {
    std::size_t offset; ///< of the slot in its allocation
    std::size_t paged;  ///< bytes on pages of its own; 0: allocated otherwise
    void operator()(std::byte* memory) const;
  };
  void allocate_slot(Slot slot);

  const Variables& variables_;
  std::size_t total_; ///< bytes, for messages
  SlotPages pages_;
  std::vector<Layout> layouts_;
  std::vector<int> layout_of_;                              ///< by variable
  std::vector<int> first_;                                  ///< by variable: its timelevel 0 in labels_
  std::vector<std::unique_ptr<std::byte, Deleter>> labels_; ///< null: no storage now
};

} // namespace nopal
