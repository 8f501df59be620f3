#pragma once
// Executes copy orders: one transfer a slot, as a piece or packed.

#include "core/accelerator/observer.hpp"
#include "core/accelerator/staging.hpp"
#include "core/accelerator/stores.hpp"

#include <utility>
#include <vector>

namespace nopal {

class Transfers {
public:
  Transfers(Stores& stores, const Validity& validity)
      : stores_(stores), validity_(validity), upload_(stores.device()), download_(stores.device()) {}

  /// Validity says already what it will be when all orders are done. `reduces`: of orders of moments, which.
  void execute(const std::vector<CopyOrder>& orders, const MomentsWanted& reduces);
  /// Of the last execute().
  const std::vector<TransferRecord>& records() const { return records_; }
  /// Of orders of moments since the last forget_moments(): null where there was none of the slot.
  const Moments* moments(Slot slot) const;
  void forget_moments() { moments_.clear(); }
  const Counters& counters() const { return counters_; }
  void count(TransferCount Counters::*direction, std::int64_t payload, std::int64_t moved);

private:
  bool travels_as_piece(const CopyOrder& order, const RegionShape& shape) const;
  TransferRecord reduce(const CopyOrder& order, const MomentsWanted& wanted);
  void add_piece(const CopyOrder& order, long first, long count);
  void copy_pieces();
  void copy_packed(const CopyOrder& order, const RegionShape& shape);
  void spoil_covered(const CopyOrder& order, const RegionShape& shape);

  Stores& stores_;
  const Validity& validity_;
  StagingPair upload_;
  StagingBuffer download_;
  Counters counters_;
  std::vector<TransferRecord> records_;
  std::vector<std::pair<Slot, Moments>> moments_;
  std::vector<Piece> to_device_, to_host_; ///< scratch of execute()
  std::vector<Strip> strips_;
};

} // namespace nopal
