#pragma once
// A pass: the arrays of an epoch go through a device block by block, because they do not all fit into its memory.
//
// The slowest axis of the grid is cut into layers. A block is a skewed tile (core/tiles/skewed_tiles.hpp) of `block
// size` layers along this axis, and holds all points along the other axes. While the device computes a block, it holds
// a window of layers of each array. From block to block the windows move up. So a layer goes to the device once, if the
// pass needs its values from before the pass, and back to the host once, if the pass writes the array. Layers that two
// successive windows share are kept on the device.

#include "core/tiles/skewed_tiles.hpp"

#include <vector>

namespace nopal {

/// Layers lower <= x < upper of an array.
struct Layers {
  int array = 0;
  long lower = 0;
  long upper = 0;

  long count() const { return upper - lower; }
  bool operator==(const Layers&) const = default;
};

/// What the device does for a block, in this order, except that layers may come in earlier.
struct PassBlock {
  std::vector<Layers> windows; ///< the layers that the device holds
  std::vector<Layers> in;      ///< those that come from the host
  std::vector<Layers> kept;    ///< those that the window of the block before has, too
  std::vector<Layers> out;     ///< those that go to the host when the block is computed
};

/// How an array takes part in a pass.
struct PassArray {
  bool used = false; ///< some stage reads or writes it
  bool in = false;   ///< its values from before the pass are needed
  bool out = false;  ///< some stage writes it, and it is no temporary
  Box touched;       ///< holds all points that stages read or write
  long layers = 0;   ///< of the largest window
};

class PassBlocks {
public:
  /// `chain`: the stages, without an update in place that reads neighbours; its variables are the arrays. `boxes`: the
  /// points that each stage computes, without common points. `stored`: the points of each array on the host. Stages
  /// read nothing else. `returned`: the points whose values the host needs after the pass, if the array is written.
  /// Layers go to the host as far as this box reaches. If stages do not write all its points in such layers, the array
  /// comes in first. `axis`: the slowest axis of the grid. `block_size`: layers, at least 1.
  PassBlocks(const StageChain& chain, const std::vector<std::vector<Box>>& boxes, const Box& stored,
             const Box& returned, int axis, long block_size);

  long block_size() const { return block_size_; }
  const std::vector<PassArray>& arrays() const { return arrays_; }
  const std::vector<PassBlock>& blocks() const { return blocks_; }
  /// Returns a box that holds the points of a block for a stage, and no points of another block for this stage.
  Box reach(std::size_t block, int stage) const { return tiles_.reach(static_cast<long>(block), stage); }

private:
  void find_arrays(const StageChain& chain, const std::vector<std::vector<Box>>& boxes, const Box& stored,
                   const Box& returned);
  void add_layers(PassBlock& block, std::size_t number, int array, const TileWindow& window, const Box& returned);

  int axis_;
  long block_size_;
  SkewedTiles tiles_;
  std::vector<PassArray> arrays_;
  std::vector<PassBlock> blocks_;
};

} // namespace nopal
