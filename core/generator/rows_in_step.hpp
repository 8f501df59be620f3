#pragma once
// Finds the stages of a stencil whose rows the host can compute in step (core/kernels/host_rows.hpp).

#include "core/generator/generator.hpp"
#include "core/stencils/skew.hpp"

#include <optional>
#include <vector>

namespace nopal {

/// A field in memory as the stages of a phase use it.
struct RowField {
  int argument;                ///< position in StencilDeclaration::arguments
  std::optional<long> fetch{}; ///< the furthest row that a stage reads, relative to `row`; empty: no stage reads it
  long written = 0;            ///< if it is past_caches: the row that is written, relative to `row`
  bool past_caches = false;    ///< one stage writes it, and none reads it
};

struct RowsDeclaration {
  std::size_t first = 0;                              ///< position of the first stage in StencilDeclaration::stages
  std::vector<long> skews;                            ///< of each stage
  std::vector<std::optional<TileWindow>> temporaries; ///< of each temporary of the stencil; empty: not used
  std::vector<RowField> fields;

  std::size_t end() const { return first + skews.size(); }
};

/// Neighbouring interior stages, as positions in StencilDeclaration::stages.
struct PhaseRange {
  std::size_t first, end;
  bool vertical; ///< a stage has an order or intervals
};
std::vector<PhaseRange> phases_of(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels);

/// Returns what a kernel reads and writes. Variables are the stencil's arguments, then its temporaries. nullopt: the
/// text does not show how far it reads.
std::optional<Stage> stage_of(const StencilDeclaration& stencil, const JoinedKernel& joined,
                              const std::vector<KernelDeclaration>& kernels, const std::vector<std::string>& texts);

/// Returns the phases of the stencil whose stages can compute rows in step: no order, no intervals, and texts that show
/// how far they read. `texts`: of all kernels of the thorn.
std::vector<RowsDeclaration> rows_in_step(const StencilDeclaration& stencil,
                                          const std::vector<KernelDeclaration>& kernels,
                                          const std::vector<std::string>& texts);

} // namespace nopal
