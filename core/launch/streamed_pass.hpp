#pragma once
// Runs stages of kernels on a device that does not hold all their data: the fields go through it block by block
// (core/tiles/pass_blocks.hpp). The host's copy is the home of the data.
//
// The device has `windows` buffers for each array, which successive blocks use in turn. So three things happen at the
// same time: layers of the next block come in, the device computes a block, and layers of the block before go out.

#include "core/device/counters.hpp"
#include "core/launch/pass_stages.hpp"
#include "core/reductions/moments.hpp"
#include "core/tiles/pass_blocks.hpp"
#include "core/variables/variables.hpp"

#include <map>
#include <span>
#include <vector>

namespace nopal {

/// The moments of an array after the pass, at the points of Pass::returned.
struct PassReduction {
  int array = 0; ///< a stage writes it
  Type type = Type::real;
  MomentsWanted wanted{};
};

/// What a pass computes.
struct Pass {
  StageChain chain;                ///< its variables are the arrays
  std::vector<PassStage> stages{}; ///< in the order of the chain's
  std::vector<Slot> arrays{};      ///< of each array: its slot before the pass. All have the same layout
  Layout layout{};                 ///< of the arrays on the host
  std::map<Slot, Layout> groups{}; ///< the slots of array groups that kernels read
  Box returned{};                  ///< the points whose values the host needs after the pass
  int axis = 2;                    ///< the slowest axis of the grid
  PassRegions regions{};
  std::vector<PassReduction> reductions{};
};

class StreamedPass {
public:
  static constexpr int windows = 3; ///< of each array on the device

  /// `block_size`: layers of a block. `variables` outlives this object.
  StreamedPass(Pass pass, long block_size, const Variables& variables);

  const Pass& pass() const { return pass_; }
  const PassBlocks& blocks() const { return blocks_; }
  long block_size() const { return blocks_.block_size(); }
  /// Returns the bytes that the pass takes on the device.
  std::size_t bytes() const;
  /// Returns the bytes that its reductions take there in addition. `by_rows`: as for reduce_bytes().
  std::size_t reduction_bytes(bool by_rows) const;
  /// Returns the bytes of the largest allocation on the device.
  std::size_t largest() const;
  /// Counts the copies of each run().
  Counters copies() const;

  /// Creates the storage of the pass on the device. If that throws an exception, there is no storage.
  void create(Device& device);
  void destroy(Device& device) const;

  /// Computes all stages. There is storage on the device. `clocks`: of each iteration. `arrays`: the allocations on the
  /// host. Blocks until the host has all results. Returns its copies. Throws PassFailure with what a launch throws.
  /// `moments`: of each of Pass::reductions; the moments of the points are merged into them.
  const Counters& run(Device& device, HostMemory& memory, std::span<const KernelClock> clocks,
                      std::span<std::byte* const> arrays, const PassEntered& entered,
                      std::span<Moments> moments = {}) const;

private:
  /// The objects of a run().
  struct Run;
  /// A piece of an array. Its allocation on the host is known in run() only.
  struct HostPiece {
    int array = 0;
    long offset = 0; ///< bytes from the first element of the allocation to Piece::host
    Piece piece{};
  };
  /// What the device is told for a block, apart from launches.
  struct BlockCommands {
    std::vector<SlotStorage> windows;
    std::vector<HostPiece> in;
    std::vector<BoxCopy> kept;
    std::vector<HostPiece> out;
    std::vector<std::pair<std::size_t, SlotBox>> reduced; ///< numbers of reductions, and the points that go out
  };
  Slot slot(int array, std::size_t block) const;
  long layers_of(int array) const;
  Layout layout_of(const Layers& layers) const;
  Box points_of(const Layers& layers, Box box) const;
  std::vector<SlotStorage> storage() const;
  BlockCommands commands(std::size_t number) const;
  HostPiece piece(const Layers& layers, std::size_t block) const;
  static std::vector<Piece> on_host(const std::vector<HostPiece>& pieces, const Run& run);
  TransferCount count(const std::vector<Layers>& layers, const std::vector<Box>& points) const;
  void bring_in(const Run& run, std::size_t block) const;
  void bring_groups(const Run& run) const;
  void compute(const Run& run, std::size_t block) const;
  void reduce(const Run& run, std::size_t block, std::span<Moments> moments) const;

  Pass pass_;
  PassBlocks blocks_;
  const Variables& variables_;
  std::vector<int> bound_;              ///< the arrays that kernels name
  std::vector<BlockCommands> commands_; ///< of each block; create() makes them
  Counters made_copies_{};              ///< of each run(); create() counts them
};

} // namespace nopal
