#pragma once
// Vertical stencils on the host: all stages in a strip of columns, then the next strip.
//
// A strip is 32 columns that are neighbours along i. A kernel computes it level by level. The inner loop over the strip
// has a constant length, so compilers make vectors of it. There are several of them for one level, because the levels
// of a stage with an order wait for each other. The temporaries of a strip fit into the first-level cache.
//
// A field that only one stage uses, and that this stage writes, is kept for the last levels and goes past the caches: a
// store to a line that is not in a cache would read this line first. Each level lies on another page, and a processor
// follows only few pages by itself. So kernels prefetch lines: far ones of the strip after the next one into the
// second-level cache, near ones some levels ahead into the first-level cache.
//
// The library of a thorn and the driver share these types (part of the plugin ABI).

#include "core/kernels/host_rows.hpp"

namespace nopal {

/// Stores `n` doubles past the caches. `to` and `from` are aligned to 64 bytes, and n is a multiple of 8.
using StorePast = void (*)(double* to, const double* from, long n);

/// One strip.
struct ColumnLaunch : JoinedArguments {
  double* temporaries;   ///< the first level of the strip (`bottom`) of all temporaries, then the next level
  double* kept;          ///< the levels of kept fields, one field after the other
  long i, j;             ///< the first column
  long points;           ///< columns, at most host_columns::width
  long bottom;           ///< the first level of the interior
  StorePast past_caches; ///< stores kept fields; null: they go into the caches
};

/// Computes the levels [first, last) of a strip, in the order of the kernel.
using ColumnKernel = void (*)(const ColumnLaunch& launch, long first, long last);

/// A field that only one stage uses, and that this stage writes.
struct KeptField {
  int argument;  ///< position in StencilKernel::arguments
  int stage;     ///< position of the first kernel of its stage in StageColumns::kernels
  long levels;   ///< that are kept, a power of two
  long place;    ///< elements before it in ColumnLaunch::kept
  long readable; ///< levels behind the first level of the stage that its kernels read: they come from memory
};

/// A phase in a thorn's library.
struct StageColumns {
  int first; ///< position of its first kernel in StencilKernel::stages
  int n_kernels;
  const ColumnKernel* kernels;
  const KeptField* kept;
  int n_kept;

  std::span<const KeptField> all_kept() const { return {kept, static_cast<std::size_t>(n_kept)}; }
};

namespace host_columns {

/// Columns of a strip.
constexpr long width = 32;

/// A temporary. `stride`: elements from level to level.
template <long stride> struct Column {
  double* __restrict origin; ///< the element with i = 0 of level 0
  [[gnu::always_inline]] double& operator()(std::integral auto i, std::integral auto /*j*/,
                                            std::integral auto k) const {
    return origin[i + k * stride];
  }
};

/// The last levels of a kept field.
template <long levels> struct Levels {
  double* __restrict origin; ///< the element with i = 0 of level 0
  [[gnu::always_inline]] double& operator()(std::integral auto i, std::integral auto /*j*/,
                                            std::integral auto k) const {
    return origin[i + (k & (levels - 1)) * width];
  }
};

/// Returns a field of which all elements are found from point (0, 0, 0).
template <class T> host_rows::Field<T> whole_field(const HostField& field) {
  return {static_cast<T*>(field.origin), 0, 0, field.stride[1], field.stride[2]};
}

/// Prefetches the lines that a strip needs later of the level `k` of a field. `ahead`: 1 or -1, the direction of k. It
/// must be inlined: g++ removes a call of a function that only prefetches.
template <class T> [[gnu::always_inline]] inline void prefetch(const host_rows::Field<T>& field,
                                                               const ColumnLaunch& launch, long k, long ahead) {
  constexpr long far_columns = 64, near_levels = 4, line = 8;
  const T* const level = field.origin + launch.i + launch.j * field.stride_j + k * field.stride_k;
  for (long n = 0; n < width; n += line) {
    __builtin_prefetch(level + far_columns + n, 0, 2);
    __builtin_prefetch(level + ahead * near_levels * field.stride_k + n, 0, 3);
  }
}

/// Writes a level of a kept field to its place.
inline void store(double* to, const double* from, const ColumnLaunch& launch) {
  if (launch.past_caches != nullptr && launch.points == width) return launch.past_caches(to, from, width);
  for (long n = 0; n < launch.points; ++n) to[n] = from[n];
}

} // namespace host_columns

} // namespace nopal
