#pragma once
// Executes copy orders: one transfer a slot, as a piece or packed.

#include "core/accelerator/observer.hpp"
#include "core/accelerator/staging.hpp"
#include "core/accelerator/stores.hpp"

#include <optional>
#include <vector>

namespace nopal {

class Transfers {
public:
  Transfers(Stores& stores, const Validity& validity)
      : stores_(stores), validity_(validity), upload_(stores.device()), download_(stores.device()) {}

  /// Validity says already what it will be when all orders are done.
  void execute(const std::vector<CopyOrder>& orders);
  /// Of the last execute().
  const std::vector<TransferRecord>& records() const { return records_; }
  /// What a reduction of the slot has computed since the last forget_moments(); nothing where there was none.
  std::optional<DeviceMoments> moments(Slot slot) const;
  void forget_moments() { moments_.clear(); }
  const Counters& counters() const { return counters_; }
  void count(TransferCount Counters::*direction, std::int64_t payload, std::int64_t moved);

private:
  struct Reduced {
    Slot slot;
    Moments moments;
    MomentsWanted known;
  };
  bool travels_as_piece(const CopyOrder& order, const RegionShape& shape) const;
  TransferRecord reduce(const CopyOrder& order);
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
  std::vector<Reduced> moments_;
  std::vector<Piece> to_device_, to_host_; ///< scratch of execute()
  std::vector<Strip> strips_;
};

} // namespace nopal
