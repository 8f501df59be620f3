#pragma once
// Reductions over all processes.

#include "core/accelerator/accelerator.hpp"
#include "core/accelerator/run_observer.hpp"
#include "core/spaces/spaces.hpp"
#include "core/thorn/services.hpp"

#include <mpi.h>

namespace nopal {

/// Reduces slots over all processes. The values come from the host's memory, or from a reduction that the device has
/// done. Any number of reductions of a slot takes one pass over the points and at most two messages. The bits do not
/// depend on the number of ranks and threads, nor on the device. Each point of the grid counts once. Every process
/// holds all of an array or scalar, so these are reduced without messages. If a value is NaN, every reduction is NaN.
/// If a result is zero, it is +0. norm2 is infinite if a square overflows.
class MpiReductions final : public Reductions {
public:
  /// Variables and memory must outlive this object.
  MpiReductions(MPI_Comm communicator, const Variables& variables, Spaces spaces, HostMemory& memory,
                RunObservers observers = {});

  /// Throws Error for a complex variable, and if neither the host nor the device has the values.
  std::vector<double> reduce(Slot slot, std::span<const Reduction> which) override;
  double sum(const ExactSum& local) override;
  double max(double local) override;
  double min(double local) override;

  /// Sets the Accelerator whose device may have reduced a slot before the call. Null: the host reduces everything.
  void use(const Accelerator* accelerator) { accelerator_ = accelerator; }

private:
  Moments local(Slot slot, std::span<const Reduction> which) const;
  Moments on_host(Slot slot, const MomentsWanted& wanted) const;
  void sum_over_ranks(std::span<ExactSum* const> sums);
  /// Replaces each value by its maximum over all ranks. No value may be NaN.
  void max_over_ranks(std::span<double> values);

  MPI_Comm communicator_;
  const Variables& variables_;
  Spaces spaces_;
  HostMemory& memory_;
  const Accelerator* accelerator_ = nullptr;
  RunObservers observers_;
};

} // namespace nopal
