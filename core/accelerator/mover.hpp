#pragma once
// The Mover executes what the Coordinator decides: it copies, packs, creates storage, waits for copies, writes poison
// and looks for it.

#include "core/accelerator/exchange_buffers.hpp"
#include "core/accelerator/poison.hpp"
#include "core/accelerator/transfers.hpp"

#include <optional>

namespace nopal {

class Mover {
public:
  /// `device` may be null. `poison` is the parameter accelerator.poison.
  Mover(const Coordinator& coordinator, HostMemory& memory, Device* device, bool poison);

  /// Executes the Coordinator's transfers.
  void transfer() {
    if (coordinator_.transfers().empty()) return;
    transfers_.execute(coordinator_.transfers());
    spoil();
  }
  /// Call this after the routine for which transfer() has brought points to the host, or taken them from there. No
  /// other routine may read them.
  void forget_points() { transfers_.spoil_points(); }
  /// Makes memory ready for writes: creates it on the device, or waits for copies that read it on the host.
  void prepare_writes(const std::vector<Clause>& clauses, Place place);
  /// The same for the writes of a routine at `place`.
  void prepare_writes(const Routine& routine, Place place);
  /// Makes the temporaries of a stencil ready for a call on the device: creates their storage, and fills it with poison
  /// if invalid data are filled. What an earlier call left in them is valid for nobody.
  void prepare_temporaries(const Stencil& stencil);
  /// Waits for all copies that read the clauses' memory on the host.
  void await_host(const std::vector<Clause>& clauses);
  void copy_from_past(const std::vector<PastOrder>& orders);
  void cycle(const std::vector<int>& variables);
  const SyncBuffers& pack() { return exchange_.pack(coordinator_.sync()); }
  void unpack() { exchange_.unpack(coordinator_.sync()); }

  /// Creates storage on the device, if there is one.
  void create_on_device(const std::vector<int>& variables) {
    if (stores_.device() != nullptr) stores_.create_on_device(variables);
  }
  /// Call this after the host storage of these variables was allocated.
  void storage_on(const std::vector<int>& variables);
  /// Call this before the host storage of these variables is freed.
  void storage_off(const std::vector<int>& variables);

  /// If poison is on, fills every region that has become invalid with poison.
  void spoil() {
    if (poison_) poison_->update();
  }
  /// Whether the writes of routines are searched for poison.
  bool searches() const { return searches_; }
  Poison& poison() { return *poison_; }

  std::optional<DeviceMoments> moments(Slot slot) const { return transfers_.moments(slot); }
  void forget_moments() { transfers_.forget_moments(); }
  std::vector<Slot> copies_not_awaited() const { return stores_.not_awaited(); }
  /// Waits for all transfers and reports asynchronous faults.
  void finish();

private:
  const Coordinator& coordinator_;
  Stores stores_;
  Transfers transfers_;
  ExchangeBuffers exchange_;
  std::optional<Poison> poison_; ///< set if the device or the parameter asks for it
  bool searches_;
};

} // namespace nopal
