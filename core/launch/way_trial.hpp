#pragma once
// How a device runs a stencil, and the trial that finds out which way is faster.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace nopal {

/// stages: stage by stage, temporaries have storage of the grid's size. tiles: tile by tile in one launch, temporaries
/// are in memory of the tile. Both give the same bits.
enum class StencilWay { stages, tiles };

std::string to_string(StencilWay way);
/// The inverse. Empty: the word names no way.
std::optional<StencilWay> stencil_way(const std::string& word);

/// Runs the first calls of a stencil in both ways in turn and measures them. Every call is a call of the run: the
/// trial computes nothing twice.
class WayTrial {
public:
  /// Calls of each way: the first one is not measured, because it fills caches.
  static constexpr int calls_of_each = 4;

  /// The way of the next call.
  StencilWay next() const {
    if (decided_) return *decided_;
    return n_calls_ % 2 == 0 ? StencilWay::stages : StencilWay::tiles;
  }
  bool is_over() const { return decided_.has_value(); }
  /// Ends the trial.
  void decide(StencilWay way) { decided_ = way; }
  /// Call this after a call that took so many seconds. The trial ends with the last call of it: the way with the
  /// shortest call wins.
  void add(double seconds);
  /// The shortest call of a way in seconds; negative: there was none.
  double best(StencilWay way) const { return best_[static_cast<std::size_t>(way)]; }

private:
  int n_calls_ = 0;
  std::array<double, 2> best_{-1, -1};
  std::optional<StencilWay> decided_;
};

} // namespace nopal
