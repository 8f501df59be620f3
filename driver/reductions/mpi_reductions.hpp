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
/// If a result is zero, it is +0. norm2 is infinite if a square overflows. min, max, sum and norm_inf of integers are
/// exact. average, norm1 and norm2 of integers are those of the integers rounded to double, but the sum that average
/// divides is exact before it is rounded.
class MpiReductions final : public Reductions {
public:
  /// Variables and memory must outlive this object.
  MpiReductions(MPI_Comm communicator, const Variables& variables, Spaces spaces, HostMemory& memory,
                RunObservers observers = {});

  /// Throws Error for a complex variable, and if neither the host nor the device has the values.
  std::vector<Reduced> reduce(Slot slot, std::span<const Reduction> which) override;
  double sum(const ExactSum& local) override;
  Int128 integer_sum(const ExactSum& local) override;
  double max(double local) override;
  double min(double local) override;

  /// Sets the Accelerator whose device may have reduced a slot before the call. Null: the host reduces everything.
  void use(const Accelerator* accelerator) { accelerator_ = accelerator; }

private:
  Moments local(Slot slot, std::span<const Reduction> which) const;
  Moments on_host(Slot slot, const MomentsWanted& wanted) const;
  /// Merges the moments of all ranks.
  void merge_ranks(Moments& moments, const MomentsWanted& wanted, Type type);
  void sum_over_ranks(std::span<ExactSum* const> sums);
  ExactSum total_of(const ExactSum& local);
  /// Replaces each value by its maximum over all ranks. T is double or std::int64_t. No value may be NaN.
  template <class T> void max_over_ranks(std::span<T> values);

  MPI_Comm communicator_;
  const Variables& variables_;
  Spaces spaces_;
  HostMemory& memory_;
  const Accelerator* accelerator_ = nullptr;
  RunObservers observers_;
};

} // namespace nopal
