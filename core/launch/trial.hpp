#pragma once
// Trials: which of some ways to run a stencil or an epoch is faster. All ways give the same bits.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// How a device runs a stencil. stages: stage by stage, temporaries have storage of the grid's size. tiles: tile by
/// tile in one launch, temporaries are in memory of the tile.
enum class StencilWay { stages, tiles };

std::string to_string(StencilWay way);
/// The inverse. Empty: the word names no way.
std::optional<StencilWay> stencil_way(const std::string& word);

/// Runs the first calls of a stencil, or the first epochs, in all ways in turn and measures them. Every call is a call
/// of the run: the trial computes nothing twice.
class Trial {
public:
  /// Calls of each way of a stencil: the first one is not measured, because it fills caches.
  static constexpr int calls_of_each = 4;
  /// A later way must be faster than the first one by this factor, because times vary.
  static constexpr double margin = 1.03;

  /// `calls`: of each way, at least 2.
  explicit Trial(int n_ways, int calls = calls_of_each) : calls_(calls), best_(static_cast<std::size_t>(n_ways), -1) {
    if (n_ways == 1) decide(0);
  }

  /// The way of the next call, from 0.
  int next() const { return decided_ ? *decided_ : n_calls_ % n_ways(); }
  int n_ways() const { return static_cast<int>(best_.size()); }
  bool is_over() const { return decided_.has_value(); }
  /// Ends the trial.
  void decide(int way) { decided_ = way; }
  /// Call this after a call that took so many seconds. The trial ends with the last call of it: the way with the
  /// shortest call wins.
  void add(double seconds);
  /// The shortest call of a way in seconds; negative: there was none.
  double best(int way) const { return best_[static_cast<std::size_t>(way)]; }

private:
  int calls_;
  int n_calls_ = 0;
  std::vector<double> best_;
  std::optional<int> decided_;
};

} // namespace nopal
