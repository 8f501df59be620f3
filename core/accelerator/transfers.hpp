#pragma once
// Executes transfers between host and device.

#include "core/accelerator/staging.hpp"
#include "core/accelerator/stores.hpp"

#include <optional>
#include <vector>

namespace nopal {

/// The moments of a slot that the device has computed.
struct DeviceMoments {
  const Moments* moments = nullptr; ///< valid until the next routine is called
  MomentsWanted known;              ///< the moments that were computed
};

class Transfers {
public:
  Transfers(Stores& stores, const Coordinator& coordinator)
      : stores_(stores), coordinator_(coordinator), upload_(stores.device()), download_(stores.device()) {}

  void execute(const std::vector<Transfer>& transfers);
  /// Call this after a routine that has read or written points on the host. Where the regions of these points are not
  /// valid there, this fills them with poison, if the run fills invalid data with poison.
  void spoil_points();
  /// Returns the moments of the slot if the device has reduced it since the last forget_moments().
  std::optional<DeviceMoments> moments(Slot slot) const;
  void forget_moments() { moments_.clear(); }

private:
  struct Reduced {
    Slot slot;
    Moments moments;
    MomentsWanted known;
  };
  void reduce(const CopyOrder& order);
  void copy_pieces();
  void copy_packed(const Transfer& transfer);
  void spoil_covered(const CopyOrder& order);

  Stores& stores_;
  const Coordinator& coordinator_;
  StagingPair upload_;
  StagingBuffer download_;
  std::vector<Reduced> moments_;
  std::vector<CopyOrder> points_;          ///< those executed since the last spoil_points(), if invalid data are filled
  std::vector<Piece> to_device_, to_host_; ///< scratch of execute()
  std::vector<Strip> strips_;
};

} // namespace nopal
