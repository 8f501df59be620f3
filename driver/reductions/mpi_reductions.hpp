#pragma once
// Reductions over all processes.

#include "core/accelerator/accelerator.hpp"
#include "core/thorn/services.hpp"
#include "core/trace/timeline.hpp"

#include <mpi.h>

namespace nopal {

/// Reductions over MPI of host memory, or of what the device has reduced: one pass over the points and at most two
/// messages for any number of reductions of a slot. Same bits for any number of ranks and threads and any device. Grid
/// functions count each owned point of the grid once; arrays and scalars are replicated and are reduced here alone.
/// Where any value is NaN, so is every reduction; a zero is +0; norm2 is infinite where a square overflows.
class MpiReductions final : public Reductions {
public:
  /// All but the communicator must outlive this.
  MpiReductions(MPI_Comm communicator, const Variables& variables, const Decomposition& decomposition, int rank,
                HostMemory& memory);

  /// Error where the variable is complex.
  std::vector<double> reduce(Slot slot, std::span<const Reduction> which) override;
  double sum(const ExactSum& local) override;
  double max(double local) override;
  double min(double local) override;

  /// Whose device may have reduced already what a routine asks for. Without, all is reduced on the host.
  void use(const Accelerator* accelerator) { accelerator_ = accelerator; }
  /// Null: reductions are not traced.
  void trace(Timeline* timeline) { timeline_ = timeline; }

private:
  Moments local(Slot slot, const Box& box, std::span<const Reduction> which) const;
  void sum_over_ranks(std::span<ExactSum* const> sums);
  /// Largest of each over all ranks; none is NaN.
  void max_over_ranks(std::span<double> values);

  MPI_Comm communicator_;
  const Variables& variables_;
  const Decomposition& decomposition_;
  int rank_;
  HostMemory& memory_;
  const Accelerator* accelerator_ = nullptr;
  Timeline* timeline_ = nullptr;
};

} // namespace nopal
