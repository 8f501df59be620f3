#include "core/tiles/pass_blocks.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace nopal {

namespace {

Index along(int axis, long size) {
  Index shape{0, 0, 0};
  shape[static_cast<std::size_t>(axis)] = size;
  return shape;
}

/// Points of an array that no stage has written yet.
class Unwritten {
public:
  explicit Unwritten(const Box& all) : boxes_{all} {}

  bool has_some_in(const Box& box) const {
    return std::ranges::any_of(boxes_, [&](const Box& left) { return !intersection(left, box).empty(); });
  }
  void write(const Box& box) {
    std::vector<Box> left;
    for (const Box& each : boxes_)
      for (const Box& rest : difference(each, box))
        if (!rest.empty()) left.push_back(rest);
    boxes_ = std::move(left);
  }

private:
  std::vector<Box> boxes_;
};

} // namespace

PassBlocks::PassBlocks(const StageChain& chain, const std::vector<std::vector<Box>>& boxes, const Box& stored,
                       const Box& returned, int axis, long block_size)
    : axis_(axis), block_size_(block_size),
      tiles_(boxes, skews_of(chain, along(axis, block_size)), along(axis, block_size)) {
  NOPAL_ASSERT(block_size >= 1);
  find_arrays(chain, boxes, stored, returned);
  const std::vector<long> skews = skews_of(chain, along(axis, block_size))[static_cast<std::size_t>(axis)];
  const std::vector<std::optional<TileWindow>> windows = windows_of_arrays(chain, skews, axis);
  for (long number = 0; number < tiles_.n_tiles(); ++number) {
    PassBlock& block = blocks_.emplace_back();
    for (std::size_t array = 0; array < arrays_.size(); ++array)
      if (arrays_[array].used)
        add_layers(block, static_cast<std::size_t>(number), static_cast<int>(array), *windows[array], returned);
  }
}

void PassBlocks::find_arrays(const StageChain& chain, const std::vector<std::vector<Box>>& boxes, const Box& stored,
                             const Box& returned) {
  arrays_.resize(chain.variables.size());
  std::vector<Unwritten> unwritten(chain.variables.size(), Unwritten(stored));
  for (std::size_t s = 0; s < chain.stages.size(); ++s) {
    const Stage& stage = chain.stages[s];
    for (const Box& box : boxes[s]) {
      if (box.empty()) continue;
      for (const StageRead& read : stage.reads) {
        const Box points = intersection(extended(box, read.extent), stored);
        PassArray& array = arrays_[static_cast<std::size_t>(read.variable)];
        array.used = true;
        if (points.empty()) continue;
        array.touched = hull(array.touched, points);
        array.in |= unwritten[static_cast<std::size_t>(read.variable)].has_some_in(points);
      }
      for (const int written : stage.writes) {
        PassArray& array = arrays_[static_cast<std::size_t>(written)];
        array.used = array.out = true;
        array.touched = hull(array.touched, box);
      }
    }
    for (const int written : stage.writes)
      for (const Box& box : boxes[s]) unwritten[static_cast<std::size_t>(written)].write(box);
  }
  for (std::size_t a = 0; a < arrays_.size(); ++a) {
    PassArray& array = arrays_[a];
    if (chain.variables[a].temporary) array.in = array.out = false;
    if (!array.out) continue;
    Box whole_layers = returned;
    whole_layers.lower[axis_] = std::max(returned.lower[axis_], array.touched.lower[axis_]);
    whole_layers.upper[axis_] = std::min(returned.upper[axis_], array.touched.upper[axis_]);
    array.in |= unwritten[a].has_some_in(whole_layers);
  }
}

void PassBlocks::add_layers(PassBlock& block, std::size_t number, int array, const TileWindow& window,
                            const Box& returned) {
  PassArray& known = arrays_[static_cast<std::size_t>(array)];
  const long lowest = known.touched.lower[axis_], highest = known.touched.upper[axis_];
  const bool is_first = number == 0, is_last = static_cast<long>(number) == tiles_.n_tiles() - 1;
  // The first block has no end below and the last one has none above. Their windows hold all that is left there.
  const auto begin_of = [&](long block_number) {
    return std::clamp(tiles_.first(axis_) + block_number * block_size_ + window.behind, lowest, highest);
  };
  const auto end_of = [&](long block_number) {
    return std::clamp(tiles_.first(axis_) + (block_number + 1) * block_size_ + window.ahead, lowest, highest);
  };
  const auto n = static_cast<long>(number);
  const long lower = begin_of(n), upper = end_of(n);
  const long old_upper = is_first ? lowest : end_of(n - 1), next_lower = is_last ? highest : begin_of(n + 1);
  if (lower >= upper) return;
  block.windows.push_back({array, lower, upper});
  known.layers = std::max(known.layers, upper - lower);
  if (known.in && old_upper < upper) block.in.push_back({array, std::max(lower, old_upper), upper});
  if (old_upper > lower) block.kept.push_back({array, lower, old_upper});
  if (!known.out) return;
  const Layers out{array, std::max(lower, returned.lower[axis_]), std::min(next_lower, returned.upper[axis_])};
  if (out.lower < out.upper) block.out.push_back(out);
}

} // namespace nopal
