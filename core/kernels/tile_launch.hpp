#pragma once
// The launch ABI between the generated sources of a StencilKernel and the device plugins that run them. As in
// device_launch.hpp, the generator copies the text of the structures into each source.
//
//   tiles_entry(stencil)   OpenCL, for CPUs. One work-item computes whole tiles, row by row. Launch any number of
//                          groups with one work-item each. Each takes its share of the tiles and needs `slice` elements
//                          of scratch memory of its own.
//   groups_entry(stencil)  For GPUs. Launch n_tiles groups in one dimension with any number of work-items. A group
//                          computes one tile, and its scratch memory is local (CUDA: shared) memory.
//
// Arguments, in this order:
//
//   1. calls      pointer to const TileCall in device memory: n_calls of them, in the order of execution
//   2. constants  TileConstants by value
//   3. shapes     a FieldShape for each field, as in device_launch.hpp, if there are fields
//   4. scratch    tiles_entry: pointer to the scratch memory
//   5. fields     for each field: pointer to the start of the allocation
//   6. reals      double by value, in order
//   7. integers   64-bit integer by value, in order
//   8. OpenCL, groups_entry: local memory, `slice` elements; the launch gives its size. CUDA: dynamic shared memory
//
// A launch with n_tiles = 0 reads nothing.

#include "core/kernels/device_launch.hpp"
#include "core/kernels/stencil_kernel.hpp"
#include "core/stencils/extent.hpp"

namespace nopal {

// clang-format off
NOPAL_DEVICE_STRUCT(TileConstants, tile_constants_text, nopal_tile_constants,
  double lower[3];   // coordinate = lower + ((index + image) + centre) * spacing
  double centre[3];
  double spacing[3];
  double time;
  double dt;
  long iteration;
  long dimension;
  long period[3];    // points of the grid along a periodic axis, for the images of points beyond its ends, at most one
                     // period away; else 0
  long first[3];     // the points that all tiles together cover, without extension
  long end[3];
  long shape[3];     // points of a tile; those at the upper ends may be smaller
  long n_1;          // tiles along i
  long n_2;          // tiles along j
  long n_tiles;
  long n_calls;
  long stride_j;     // of temporaries, in elements
  long stride_k;
  long distance;     // elements from one temporary to the next
  long lead;         // element of the first point of a tile, without extension
  long slice;        // elements of all temporaries of a tile
);

/// One kernel in the order of execution.
NOPAL_DEVICE_STRUCT(TileCall, tile_call_text, nopal_tile_call,
  long stage;        // position in StencilKernel::stages
  long lower[3];     // the extent on which the kernel computes: it extends the tile; 0 along a missing axis
  long upper[3];
  long first;        // the kernel computes the planes first <= k < end only
  long end;
);
// clang-format on

/// The halo of all temporaries of a tile and the memory that a tile needs.
struct TileScratch {
  long stride_j = 0, stride_k = 0;
  long distance = 0, lead = 0;
  long slice = 0;
};

/// Returns the shape of `count` temporaries that hold a tile of this shape and `halo` around it. All have the same
/// shape. Rows are padded, so that the first point of each row of the tile lies at a multiple of 64 bytes if the
/// scratch memory begins at one. `dimension`: of the grid; other axes have stride 0.
TileScratch tile_scratch(const Index& shape, const Extent& halo, int count, int dimension);

/// Names of the entry points: "diffusion_diffuse_tiles", "diffusion_diffuse_groups".
std::string tiles_entry(const StencilKernel& stencil);
std::string groups_entry(const StencilKernel& stencil);

} // namespace nopal
