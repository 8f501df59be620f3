#pragma once
// A vertical phase of a stencil on the host that is computed in strips of columns (core/kernels/host_columns.hpp).

#include "core/launch/joined_phase.hpp"

#include <memory>
#include <optional>

namespace nopal {

class ColumnsPhase final : public JoinedPhase {
public:
  /// Returns null if the phase cannot be computed in strips in this run. `computed`: as for TiledPhase. `binding`,
  /// `stencil` and `domain` must outlive the object.
  static std::unique_ptr<JoinedPhase> make(StencilBinding& binding, const Stencil& stencil, const StencilPhase& phase,
                                           const std::vector<std::optional<Extent>>& computed, const Domain& domain,
                                           const Box& interior, const JoinedWish& wish);
  ~ColumnsPhase() override;

  std::size_t buffer_bytes() const override;
  std::string text() const override;
  void set_splitters(std::span<const long> splitters) override;
  void release() override;
  void run(const HostRun& run) override;

private:
  struct Worker;
  /// A kernel, and the levels that it computes.
  struct Part {
    int number;        ///< position in StageColumns::kernels
    int stage;         ///< position of the stage's first kernel
    bool begins_stage; ///< the first part of its stage
    VerticalOrder order;
    VerticalRange range;
  };
  ColumnsPhase(StencilBinding& binding, const StageColumns& columns, const Stencil& stencil, const StencilPhase& phase,
               const Domain& domain, const Box& interior, const JoinedWish& wish);
  long temporary_elements() const;
  long kept_elements() const;
  void compute(const ColumnLaunch& launch) const;
  void read_kept(const ColumnLaunch& launch, const Part& part) const;

  const StageColumns& columns_;
  const Stencil& stencil_;
  const StencilPhase& phase_;
  Box interior_;
  JoinedLaunch launch_;
  std::vector<Part> parts_; ///< in the order of execution
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace nopal
