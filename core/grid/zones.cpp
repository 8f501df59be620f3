#include "core/grid/zones.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// A part of an axis whose points have one normal and one image shift.
struct Segment {
  long lower;
  long upper;
  long normal;
  long image;
  bool ghost;
};

/// A rank's storage cut along one axis. `by_owner` also cuts between owned points and ghosts; else neighbours
/// that a kernel cannot tell apart stay together.
std::vector<Segment> segments(const Decomposition& decomposition, int rank, int axis, bool by_owner) {
  const Domain& domain = decomposition.domain();
  const Box owned = decomposition.owned(rank), stored = decomposition.stored(rank);
  const Box& points = domain.points();
  const Box& interior = domain.interior();
  std::vector<Segment> result;
  const auto add = [&](long lower, long upper, long normal, long image, bool ghost) {
    if (lower >= upper) return;
    if (!by_owner && !result.empty() && result.back().normal == normal && result.back().image == image)
      result.back().upper = upper;
    else
      result.push_back({lower, upper, normal, image, ghost});
  };
  const auto add_part = [&](long lower, long upper, bool ghost) {
    const long n = points.extent(axis);
    if (domain.periodic(axis)) {
      add(lower, std::min(upper, 0L), 0, n, ghost);
      add(std::max(lower, 0L), std::min(upper, n), 0, 0, ghost);
      add(std::max(lower, n), upper, 0, -n, ghost);
    } else {
      const long first = interior.lower[axis], end = interior.upper[axis];
      add(lower, std::min(upper, first), -1, 0, ghost);
      add(std::max(lower, first), std::min(upper, end), 0, 0, ghost);
      add(std::max(lower, end), upper, 1, 0, ghost);
    }
  };
  add_part(stored.lower[axis], owned.lower[axis], true);
  add_part(owned.lower[axis], owned.upper[axis], false);
  add_part(owned.upper[axis], stored.upper[axis], true);
  return result;
}

LaunchBox launch_box(const Segment& i, const Segment& j, const Segment& k) {
  return {{{i.lower, j.lower, k.lower}, {i.upper, j.upper, k.upper}},
          {i.normal, j.normal, k.normal},
          {i.image, j.image, k.image}};
}

Region region_of(const Segment& i, const Segment& j, const Segment& k) {
  if (i.ghost || j.ghost || k.ghost) return Region::ghosts;
  return i.normal != 0 || j.normal != 0 || k.normal != 0 ? Region::boundary : Region::interior;
}

} // namespace

std::vector<LaunchBox> launch_boxes(const Decomposition& decomposition, int rank, Region region) {
  std::vector<LaunchBox> result;
  std::vector<Segment> by_owner[3], merged[3];
  for (int axis = 0; axis < 3; ++axis) {
    by_owner[axis] = segments(decomposition, rank, axis, true);
    merged[axis] = segments(decomposition, rank, axis, false);
  }
  // Once the slower axes say that a row holds nothing but ghosts, or all of it is wanted, it need not be cut.
  const bool all = region == Region::everywhere;
  const bool ghosts = covers(region, Region::ghosts);
  for (const Segment& k : all ? merged[2] : by_owner[2]) {
    const bool whole_planes = all || k.ghost;
    if (whole_planes && !ghosts) continue;
    for (const Segment& j : whole_planes ? merged[1] : by_owner[1]) {
      const bool whole_rows = whole_planes || j.ghost;
      if (whole_rows && !ghosts) continue;
      for (const Segment& i : whole_rows ? merged[0] : by_owner[0])
        if (whole_rows || any(region & region_of(i, j, k))) result.push_back(launch_box(i, j, k));
    }
  }
  return result;
}

long region_points(const Decomposition& decomposition, int rank, Region region) {
  const long interior = decomposition.interior(rank).points();
  const long owned = decomposition.owned(rank).points();
  const long stored = decomposition.stored(rank).points();
  long points = 0;
  if (any(region & Region::interior)) points += interior;
  if (any(region & Region::boundary)) points += owned - interior;
  if (any(region & Region::ghosts)) points += stored - owned;
  return points;
}

} // namespace nopal
