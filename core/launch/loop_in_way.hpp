#pragma once
// A loop over a set on a device, in one of its ways.

#include "core/device/device.hpp"
#include "core/kernels/loop.hpp"
#include "core/launch/loop_store.hpp"
#include "core/launch/loop_way.hpp"
#include "core/schedule/set_loop.hpp"
#include "core/sets/loop_elements.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace nopal {

/// A loop that has a version for devices, and where its data lie. `dats` and `maps`: the slots of its dats and the
/// numbers of its maps, in order. All must outlive the objects that are made with it, but for the two lists.
struct LoopOnDevice {
  const LoopKernel& kernel;
  const SetLoop& loop;
  std::span<const Slot> dats;
  std::span<const int> maps;
  const RunMesh& mesh;

  const LocalSet& set() const { return mesh.local.sets[static_cast<std::size_t>(loop.set)]; }
  /// Returns how many elements the loop executes: the owned ones and, if it adds to others, the execute halo.
  std::int32_t elements() const { return loop.adds_elsewhere() ? set().executed : set().owned; }
};

/// A dat that the loop adds to through maps.
struct AddedDat {
  Slot dat;
  int components = 0;
  std::vector<AddedTargets> added{};
};
/// Returns these dats, in the order of LoopKernel::device.
std::vector<AddedDat> added_dats(const LoopOnDevice& loop);

/// The numbers of a launch, in the order of the loop's arguments.
struct LoopNumbers {
  std::span<const double> reals;
  std::span<const std::int64_t> integers;
  KernelClock clock;
};

class LoopInWay {
public:
  virtual ~LoopInWay() = default;

  /// Compiles its kernels.
  virtual void load(Device& device) = 0;
  /// Executes the elements of this process, or a part of them: first `core`, then `rest`. What elements add to others
  /// gets there after the last element at the latest.
  virtual void launch(Device& device, const LoopNumbers& numbers, LoopPart part) const = 0;
  /// The slots of what elements give to the totals: a value for each element that the loop executes.
  const std::vector<Slot>& totals() const { return totals_; }

protected:
  /// Returns the dats that the loop does not add to through maps, and its maps: the first fields of its kernels.
  static std::vector<Slot> first_fields(const LoopOnDevice& loop, LoopStore& store);
  /// Announces memory for what elements give to the totals, from memory `number` of the store on.
  void find_totals(const LoopOnDevice& loop, LoopStore& store, int number);

private:
  std::vector<Slot> totals_;
};

/// Announces to the store what the loop needs in this way. LoopStore::create() must be called before the first launch.
/// `limits`: of blocks on the device. Throws Error as StagedLoop.
std::unique_ptr<LoopInWay> make_loop(LoopWay way, const LoopOnDevice& loop, const BlockLimits& limits,
                                     LoopStore& store);

} // namespace nopal
