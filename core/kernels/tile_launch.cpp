#include "core/kernels/tile_launch.hpp"

#include "core/base/rounding.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Elements of 8 bytes in 64 bytes.
constexpr long line_elements = 8;

} // namespace

TileScratch tile_scratch(const Index& shape, const Extent& halo, int count, int dimension) {
  Index below, extents;
  for (int axis = 0; axis < 3; ++axis) {
    // A halo may lie on one side of the tile only.
    below[axis] = axis < dimension ? std::max(0, -halo.lower[axis]) : 0;
    extents[axis] = axis < dimension ? below[axis] + shape[axis] + std::max(0, halo.upper[axis]) : 1;
  }
  TileScratch scratch;
  const long row = round_up(below[0], line_elements);
  scratch.stride_j = round_up(row + extents[0] - below[0], line_elements);
  scratch.stride_k = scratch.stride_j * extents[1];
  scratch.lead = row + below[1] * scratch.stride_j + below[2] * scratch.stride_k;
  scratch.distance = scratch.stride_k * extents[2];
  scratch.slice = scratch.distance * count;
  if (dimension < 3) scratch.stride_k = 0;
  if (dimension < 2) scratch.stride_j = 0;
  return scratch;
}

std::string tiles_entry(const StencilKernel& stencil) {
  return std::string(stencil.thorn) + "_" + stencil.name + "_tiles";
}
std::string groups_entry(const StencilKernel& stencil) {
  return std::string(stencil.thorn) + "_" + stencil.name + "_groups";
}

} // namespace nopal
