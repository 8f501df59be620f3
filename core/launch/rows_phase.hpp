#pragma once
// A phase of a stencil on the host whose stages compute their rows in step (core/kernels/host_rows.hpp).

#include "core/launch/joined_phase.hpp"
#include "core/tiles/tile_order.hpp"

#include <memory>
#include <optional>

namespace nopal {

class RowsPhase final : public JoinedPhase {
public:
  /// Returns null if the stages of the phase cannot compute rows in step in this run. `computed`: as for TiledPhase.
  /// `binding` and `domain` must outlive the object.
  static std::unique_ptr<JoinedPhase> make(StencilBinding& binding, const Stencil& stencil, const StencilPhase& phase,
                                           const std::vector<std::optional<Extent>>& computed, const Domain& domain,
                                           const Box& interior, const JoinedWish& wish);
  ~RowsPhase() override;

  std::size_t buffer_bytes() const override;
  std::string text() const override;
  void set_splitters(std::span<const long> /*splitters*/) override {}
  void release() override;
  void run(const HostRun& run) override;

private:
  struct Worker;
  RowsPhase(StencilBinding& binding, const StageRows& rows, const std::vector<std::optional<Extent>>& computed,
            const Domain& domain, const Box& interior, const JoinedWish& wish);
  void choose_shape(const JoinedWish& wish);
  /// Elements of a row, and of the ring of a temporary, for a run with so many points along i.
  long row_elements(long points) const;
  long ring_elements(std::size_t temporary, long points) const;
  void take_memory(int members);
  /// The first row and the last row + 1 of any stage, and those of the rows in which all stages take part.
  struct Steps {
    long first, last, all_first, all_last;
  };
  Steps steps(const Box& run) const;
  void enter(Worker& worker, const Box& run) const;
  void compute(Worker& worker, const Box& run, const KernelClock& clock) const;

  const StageRows& rows_;
  std::vector<Extent> computed_; ///< of each stage
  int dimension_;
  Box interior_;
  JoinedLaunch launch_;
  Index shape_{1, 1, 1}; ///< of a run: rows that one thread computes one after the other
  long before_ = 0,
       behind_ = 0; ///< points of a row that stages compute beside the interior; before_ is rounded up to 8
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace nopal
