#include "core/grid/zones.hpp"

#include "core/grid/images.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Consecutive indices of an axis that have the same normal and the same image shift.
struct Segment {
  long lower;
  long upper;
  long normal;
  long image;
  bool ghost;
  long edge = 0; ///< if there is a normal: the index of the interior points next to the boundary
};

/// Cuts a rank's storage along one axis. `by_owner` also cuts between owned points and ghosts. Otherwise points with
/// the same normal and image shift stay together.
std::vector<Segment> segments(const Decomposition& decomposition, int rank, int axis, bool by_owner) {
  const Domain& domain = decomposition.domain();
  const Box owned = decomposition.owned(rank), stored = decomposition.stored(rank);
  const Box& interior = domain.interior();
  std::vector<Segment> result;
  const auto add = [&](long lower, long upper, long normal, long image, bool ghost) {
    if (lower >= upper) return;
    const long edge = normal < 0 ? interior.lower[axis] : normal > 0 ? interior.upper[axis] - 1 : 0;
    if (!by_owner && !result.empty() && result.back().normal == normal && result.back().image == image)
      result.back().upper = upper;
    else
      result.push_back({lower, upper, normal, image, ghost, edge});
  };
  const auto add_part = [&](long lower, long upper, bool ghost) {
    if (domain.periodic(axis)) {
      each_image(domain, axis, lower, upper,
                 [&](long first, long end, long shift) { add(first, end, 0, shift, ghost); });
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
          {i.image, j.image, k.image},
          {i.edge, j.edge, k.edge}};
}

Region region_of(const Segment& i, const Segment& j, const Segment& k) {
  if (i.ghost || j.ghost || k.ghost) return Region::ghosts;
  return i.normal != 0 || j.normal != 0 || k.normal != 0 ? Region::boundary : Region::interior;
}

} // namespace

void interior_boxes(const Domain& domain, const Box& box, std::vector<LaunchBox>& result) {
  result.clear();
  if (box.empty()) return;
  const auto along = [&](int axis, const auto& visit) {
    each_image(domain, axis, box.lower[axis], box.upper[axis], visit);
  };
  along(2, [&](long first_k, long end_k, long shift_k) {
    along(1, [&](long first_j, long end_j, long shift_j) {
      along(0, [&](long first_i, long end_i, long shift_i) {
        result.push_back({{{first_i, first_j, first_k}, {end_i, end_j, end_k}}, {}, {shift_i, shift_j, shift_k}, {}});
      });
    });
  });
}

std::vector<LaunchBox> interior_boxes(const Domain& domain, const Box& box) {
  std::vector<LaunchBox> result;
  interior_boxes(domain, box, result);
  return result;
}

std::vector<LaunchBox> launch_boxes(const Decomposition& decomposition, int rank, Region region) {
  std::vector<LaunchBox> result;
  std::vector<Segment> by_owner[3], merged[3];
  for (int axis = 0; axis < 3; ++axis) {
    by_owner[axis] = segments(decomposition, rank, axis, true);
    merged[axis] = segments(decomposition, rank, axis, false);
  }
  // A row need not be cut if it holds only ghosts, or if all of its points are wanted.
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

} // namespace nopal
