#pragma once
// Makes epochs of the iterations of a run: looks ahead in the schedule, asks the kernels how far they read, and decides
// which storage is given away.

#include "core/accelerator/validity.hpp"
#include "core/launch/kernel_extents.hpp"
#include "core/schedule/epoch_search.hpp"
#include "core/tiles/epoch.hpp"

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace nopal {

/// A slot that is reduced after an epoch.
struct ReducedSlot {
  Slot slot;     ///< after the epoch
  int array = 0; ///< array_after()
  MomentsWanted wanted{};
};

/// Iterations of a run that are computed as one epoch.
struct RunEpoch {
  EpochSteps steps;
  Epoch epoch;
  std::vector<int> variables; ///< by index in Epoch::timelevels
  /// By index in Epoch::calls: the kernel that is launched. Each stage of a stencil is a call of its own.
  std::vector<const Routine*> kernels;
  std::vector<const Routine*> items; ///< the same, as items of the schedule: the kernel itself, or its stencil
  /// No routine reads the ghosts of these slots by its clauses, and they are not valid. But the process computes ghost
  /// points of other variables from them. So the epoch begins with their exchange.
  std::vector<Slot> missing_ghosts{};
  /// What the output that follows reduces, as far as the epoch writes it. A device reduces it on the way.
  std::vector<ReducedSlot> reduced{};
  std::string why_one{}; ///< why the epoch has one iteration only; empty: for no special reason

  /// Names the kernels of an iteration.
  std::string key() const;
  /// Names all that the stages of the epoch depend on.
  std::string stages_key() const;
  std::int64_t last() const { return steps.first + steps.iterations - 1; } ///< the last iteration
};

/// If nopal chooses the number of iterations, an epoch has at most this many.
constexpr int largest_automatic_factor = 32;

/// Where epochs are computed: by the threads of the host, or by a device through which the data stream. A device is
/// worth an epoch of one iteration, because the data go to it and back once. It computes device routines only.
enum class EpochPlace { host, device };

class EpochMaker {
public:
  /// The arguments outlive this object. `kernel_of`: the bound kernel of a routine.
  EpochMaker(const Variables& variables, const Schedule& schedule, const Decomposition& decomposition,
             std::function<const BoundKernel&(const Routine&)> kernel_of, EpochPlace place = EpochPlace::host);

  EpochMaker(const EpochMaker&) = delete;
  EpochMaker& operator=(const EpochMaker&) = delete;

  /// Whether points are exchanged along some axis: between processes, or with periodic images.
  bool exchanges() const { return exchanged_[0] || exchanged_[1] || exchanged_[2]; }
  /// Makes an epoch of up to `most` iterations from `first` on. `last`: the last iteration of the run; -1: not known.
  /// `validity`: before the first iteration; null: the ghosts that the epoch needs are valid. The result is the same on
  /// all ranks. Fewer than least() iterations: there is no epoch, and EpochSteps::end says why, unless `most` or the
  /// end of the run leaves one iteration only. If a device can compute one iteration, but not several, the epoch has
  /// one, and RunEpoch::why_one says why.
  RunEpoch make(std::int64_t first, int most, std::int64_t last, const Validity* validity = nullptr) const;
  /// Returns the slots whose ghosts the exchange after an epoch brings. `validity`: after it.
  std::vector<Slot> exchanged_after(const RunEpoch& made, const Validity& validity) const;
  /// The same, as if the ghosts were wide enough and valid.
  RunEpoch make_with_any_ghosts(std::int64_t first, int most, std::int64_t last) const;
  /// Returns the width of the ghosts that an epoch needs along the axes that are exchanged.
  long ghosts_for(const RunEpoch& made) const;

  /// The least number of iterations of an epoch.
  int least() const { return place_ == EpochPlace::host ? 2 : 1; }
  /// Returns the call of a kernel alone, as the only one of Epoch::calls, or those of the stages of a stencil, with
  /// their variables. Their timelevels are those of iteration 0 (array_of()).
  RunEpoch lone_call(const Routine& routine) const;
  /// Returns why a device routine cannot stream through a device: "it is a function". Empty: it can.
  std::string why_not_streamed(const Routine& routine) const;

private:
  RunEpoch make_once(std::int64_t first, int most, std::int64_t last, const Validity* validity) const;
  const KernelExtents& extents(const Routine& routine) const;
  std::string obstacle(const Routine& routine) const;
  std::string obstacle_in_kernel(const Routine& routine) const;
  std::string obstacle_in_stencil(const Routine& routine) const;
  Box endless(Box box) const;
  std::vector<Box> boxes_of(Region region) const;
  const Routine& kernel_of_stage(const Stencil& stencil, int stage) const;
  std::vector<Box> boxes_of_stage(const Stencil& stencil, int stage) const;
  EpochCall call_of(const Routine& kernel, RunEpoch& made) const;
  void add_call(const Routine& item, double time_offset, RunEpoch& made) const;
  void add_calls(RunEpoch& made) const;
  EpochSteps steps(std::int64_t first, int most, std::int64_t last) const;
  int most_with_ghosts(RunEpoch made) const;
  bool others_read_oldest(const RunEpoch& made, int variable) const;
  std::vector<Slot> missing_ghosts(const RunEpoch& made, const Validity& validity) const;
  bool reads_ghosts(const RunEpoch& made, int variable) const;
  std::vector<ReducedSlot> reduced_after(const RunEpoch& made) const;

  const Variables& variables_;
  const Schedule& schedule_;
  const Decomposition& decomposition_;
  const Domain& domain_;
  std::array<bool, 3> exchanged_{false, false, false}; ///< axes along which points are exchanged
  std::function<const BoundKernel&(const Routine&)> kernel_of_;
  EpochPlace place_;
  EpochSearch search_;
  mutable std::map<int, KernelExtents> extents_; ///< by routine
  /// By the kernels of an iteration: the most iterations for which the ghosts suffice.
  mutable std::map<std::vector<int>, int> most_;
};

} // namespace nopal
