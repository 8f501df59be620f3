#pragma once
// A phase of a stencil on the host whose stages compute their rows in step (core/kernels/host_rows.hpp).

#include "core/launch/host_run.hpp"
#include "core/launch/stencil_binding.hpp"
#include "core/stencils/skew.hpp"
#include "core/tiles/tile_order.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// What the choice of the runs depends on.
struct RowsWish {
  std::size_t cache_bytes = 0; ///< of one thread; the rings of a thread should fit into half of it
  int threads = 1;
};

class RowsPhase {
public:
  /// Returns null if the stages of the phase cannot compute rows in step in this run. `computed`: as for TiledPhase.
  /// `binding` and `domain` must outlive the object.
  static std::unique_ptr<RowsPhase> make(StencilBinding& binding, const Stencil& stencil, const StencilPhase& phase,
                                         const std::vector<std::optional<Extent>>& computed, const Domain& domain,
                                         const Box& interior, const RowsWish& wish);
  ~RowsPhase();

  /// Returns the bytes of the rings of one thread.
  std::size_t ring_bytes() const;
  /// Returns the points of a run: rows of points along i that one thread computes one after the other.
  const Index& shape() const { return shape_; }

  /// Runs the plain version of all stages.
  void run(const HostRun& run);

private:
  struct Worker;
  RowsPhase(StencilBinding& binding, const StageRows& rows, const std::vector<std::optional<Extent>>& computed,
            const Domain& domain, const Box& interior, const RowsWish& wish);
  void choose_shape(const RowsWish& wish);
  /// Elements of a row, and of the ring of a temporary, for a run with so many points along i.
  long row_elements(long points) const;
  long ring_elements(std::size_t temporary, long points) const;
  void prepare(const HostRun& run, int members);
  /// The first row and the last row + 1 of any stage, and those of the rows in which all stages take part.
  struct Steps {
    long first, last, all_first, all_last;
  };
  Steps steps(const Box& run) const;
  void enter(Worker& worker, const Box& run) const;
  void compute(Worker& worker, const Box& run, const KernelClock& clock) const;
  bool past_caches(long first) const;

  StencilBinding& binding_;
  const StageRows& rows_;
  std::vector<Extent> computed_; ///< of each stage
  KernelGrid grid_;
  Index period_{0, 0, 0};
  Box interior_;
  std::size_t cache_bytes_; ///< of all threads
  Index shape_{1, 1, 1};
  long before_ = 0,
       behind_ = 0; ///< points of a row that stages compute beside the interior; before_ is rounded up to 8
  std::vector<HostField> fields_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace nopal
