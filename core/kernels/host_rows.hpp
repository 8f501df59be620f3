#pragma once
// All stages of a phase of a stencil in one loop on the host: rows in step.
//
// The stages of a phase compute one row each, stage s the row `row` + skew of s (core/stencils/skew.hpp). All of them
// stand in one loop along i, in their order. So what a stage writes is still in a register or in the first-level cache
// when others read it. Only the last rows of each temporary are kept, in a ring: row j lies in slot j modulo the rows
// of the ring, which are a power of two.
//
// The loop runs over strips of 8 points, which are one cache line of each field. The inner loop over a strip has a
// constant length, so compilers make vectors of it. For each strip the loop prefetches one line of each field that
// comes from memory, some rows ahead, because a processor does not prefetch by itself beyond a page of 4096 bytes. A
// field that no stage reads goes past the caches, because a store to a line that is not in a cache would read this line
// first.
//
// The library of a thorn and the driver share these types (part of the plugin ABI).

#include "core/kernels/launch.hpp"

#include <span>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nopal {

/// The points lower <= i < upper of a row.
struct RowRange {
  long lower, upper;
};

/// What all stages of a phase use. Fields and numbers stand in the order of StencilKernel::arguments.
struct JoinedArguments {
  const HostField* fields;
  const double* reals;
  const std::int64_t* integers;
  const KernelGrid* grid;
  Index period; ///< points of the grid along a periodic axis; else 0
  KernelClock clock;
};

/// One run of rows of one plane.
struct RowLaunch : JoinedArguments {
  double* const* rings;   ///< by temporary: the element with i = 0 of the first slot
  long stride;            ///< elements from slot to slot
  long k;                 ///< the plane
  RowRange strips;        ///< the points in strips. All fields are aligned to 64 bytes at strips.lower
  const RowRange* beside; ///< two ranges for each stage of the phase: what it computes before and behind the strips
  bool past_caches;       ///< whether fields that no stage reads go past the caches
};

/// Computes points of one row of the stages [first, last) of the phase: of the row `row` + the stage's skew. `ranges`:
/// two for each of these stages.
using RowPart = void (*)(const RowLaunch& launch, long row, int first, int last, const RowRange* ranges);
/// Computes the rows [first, last) of all stages in step.
using RowsInStep = void (*)(const RowLaunch& launch, long first, long last);

/// A phase in a thorn's library.
struct StageRows {
  int first; ///< position of its first stage in StencilKernel::stages. Each stage has one kernel
  int n_stages;
  const long* skews; ///< of each stage
  const long* rings; ///< by temporary: rows of its ring, a power of two; 0: the phase does not use it
  RowPart part;
  RowsInStep in_step;

  std::span<const long> all_skews() const { return {skews, static_cast<std::size_t>(n_stages)}; }
};

namespace host_rows {

/// Points of a strip.
constexpr long strip = 8;
/// Lines are prefetched this many rows ahead.
constexpr long rows_ahead = 4;

// Compilers make vectors of a loop only if all calls in it are inlined, and g++ does not inline as much into a long
// function by itself.

/// The rows of a temporary in a ring.
struct Ring {
  double* origin; ///< the element with i = 0 of the first slot
  long stride, mask;
  double* row(long j) const { return origin + (j & mask) * stride; }
  [[gnu::always_inline]] double& operator()(std::integral auto i, std::integral auto j,
                                            std::integral auto /*k*/) const {
    return row(j)[i];
  }
};

/// The rows of a temporary that stages use in one step. With them, compilers know for each access which row it uses,
/// and that rows do not overlap.
template <int n> struct Rows {
  double* __restrict of[n];
  long first;
  [[gnu::always_inline]] double& operator()(std::integral auto i, std::integral auto j,
                                            std::integral auto /*k*/) const {
    return of[j - first][i];
  }
};

/// A field in memory. `origin`: the element with i = 0 of row `row` of plane `k`.
template <class T> struct Field {
  T* __restrict origin;
  long row, plane, stride_j, stride_k;
  [[gnu::always_inline]] T& operator()(std::integral auto i, std::integral auto j, std::integral auto k) const {
    return origin[i + (j - row) * stride_j + (k - plane) * stride_k];
  }
};

/// The points of a strip that go past the caches later.
struct Strip {
  double* origin; ///< the element with i = 0
  [[gnu::always_inline]] double& operator()(std::integral auto i, std::integral auto /*j*/,
                                            std::integral auto /*k*/) const {
    return origin[i];
  }
};

/// Returns the element with i = 0 of a row of a field.
template <class T> T* row_of(const HostField& field, long j, long k) {
  return static_cast<T*>(field.origin) + j * field.stride[1] + k * field.stride[2];
}

/// Returns the coordinate of index `index`, which may lie beside the grid along a periodic axis, but no farther than
/// one period.
inline double coordinate(const JoinedArguments& launch, int axis, long index) {
  const KernelGrid& grid = *launch.grid;
  if (grid.exists[axis] == 0) return 0;
  const long period = launch.period[axis], image = index < 0 ? period : index >= period ? -period : 0;
  return grid.lower[axis] + (static_cast<double>(index + image) + grid.centre[axis]) * grid.spacing[axis];
}

/// Writes a strip to its place. `to` is aligned to 64 bytes. Stores of 16 bytes are those that all x86-64 processors
/// have. Wider stores by a function, for 64 points at a time, were slower.
inline void store(double* to, const double* from, [[maybe_unused]] bool past_caches) {
#if defined(__SSE2__)
  if (past_caches) {
    for (int n = 0; n < strip; n += 2) _mm_stream_pd(to + n, _mm_load_pd(from + n));
    return;
  }
#endif
  for (int n = 0; n < strip; ++n) to[n] = from[n];
}

/// Prefetches a line into the second-level cache. The address need not exist. It must be inlined: g++ removes a call of
/// a function that only prefetches.
[[gnu::always_inline]] inline void prefetch(const double* line) { __builtin_prefetch(line, 0, 2); }

} // namespace host_rows

} // namespace nopal
