#include "core/grid/point_set.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace nopal {

long PointSet::points() const {
  long sum = 0;
  for (const Selection& piece : pieces) sum += piece.points();
  return sum;
}

Box section(const Domain& domain, const Index& point, std::initializer_list<int> axes) {
  Box box{point, {point[0] + 1, point[1] + 1, point[2] + 1}};
  for (const int axis : axes) {
    box.lower[axis] = domain.points().lower[axis];
    box.upper[axis] = domain.points().upper[axis];
  }
  return box;
}

Box section_across(const Domain& domain, const Index& point, int normal) {
  Box box = domain.points();
  box.lower[normal] = point[normal];
  box.upper[normal] = point[normal] + 1;
  return box;
}

PointSet points_beyond(const Domain& domain, const ChosenFaces& faces) {
  const Box &all = domain.points(), &interior = domain.interior();
  PointSet set;
  // Side 0 lies beyond the lower face of an axis, 1 between the faces, 2 beyond the upper one.
  for (int zone = 0; zone < 27; ++zone) {
    const std::array<int, 3> sides{zone % 3, zone / 3 % 3, zone / 9};
    Box box = interior;
    bool chosen = true, beyond = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (sides[axis] == 1) continue;
      beyond = true;
      chosen = chosen && faces[axis][sides[axis] == 0 ? 0 : 1];
      box.lower[axis] = sides[axis] == 0 ? all.lower[axis] : interior.upper[axis];
      box.upper[axis] = sides[axis] == 0 ? interior.lower[axis] : all.upper[axis];
    }
    if (chosen && beyond && !box.empty()) set.pieces.push_back(all_of(box));
  }
  return set;
}

PointSet points_in(const std::vector<Box>& boxes) {
  PointSet set;
  std::vector<Box> earlier;
  for (const Box& box : boxes) {
    std::vector<Box> rest{box};
    for (const Box& other : earlier) {
      std::vector<Box> cut;
      for (const Box& part : rest)
        for (const Box& piece : difference(part, other)) cut.push_back(piece);
      rest = std::move(cut);
    }
    for (const Box& part : rest)
      if (!part.empty()) set.pieces.push_back(all_of(part));
    earlier.push_back(box);
  }
  return set;
}

void join_runs(std::vector<PointRun>& runs) {
  std::ranges::sort(runs);
  std::size_t n = 0;
  for (const PointRun& run : runs) {
    if (n > 0) {
      PointRun& last = runs[n - 1];
      if (last.k == run.k && last.j == run.j && run.first <= last.end) {
        last.end = std::max(last.end, run.end);
        continue;
      }
    }
    runs[n++] = run;
  }
  runs.resize(n);
}

std::vector<PointRun> runs_of(const std::vector<Interpolant>& interpolants) {
  std::vector<PointRun> runs;
  for (const Interpolant& interpolant : interpolants) {
    const auto& [along_x, along_y, along_z] = interpolant.axes;
    for (int c = 0; c < along_z.n; ++c)
      for (int b = 0; b < along_y.n; ++b)
        // On a periodic axis the indices may jump back to the first point.
        for (int a = 0; a < along_x.n;) {
          PointRun run{along_z.index[c], along_y.index[b], along_x.index[a], along_x.index[a] + 1};
          for (++a; a < along_x.n && along_x.index[a] == run.end; ++a) ++run.end;
          runs.push_back(run);
        }
  }
  join_runs(runs);
  return runs;
}

PointSet points_in(const std::vector<PointRun>& runs) {
  PointSet set;
  set.pieces.reserve(runs.size());
  for (const PointRun& run : runs) set.pieces.push_back({{run.first, run.j, run.k}, {run.points(), 1, 1}, {1, 1, 1}});
  return set;
}

PointSet points_of(const std::vector<Interpolant>& interpolants) { return points_in(runs_of(interpolants)); }

bool covers(const PointSet& set, const std::vector<PointRun>& runs) {
  // Sets of many pieces consist of runs, which are found by their order. Other pieces are few.
  std::vector<PointRun> of_set;
  std::vector<Selection> others;
  for (const Selection& piece : set.pieces)
    if (piece.count[1] == 1 && piece.count[2] == 1 && piece.stride[0] == 1)
      of_set.push_back({piece.first[2], piece.first[1], piece.first[0], piece.first[0] + piece.count[0]});
    else
      others.push_back(piece);
  join_runs(of_set);
  const auto is_in_a_run = [&](const PointRun& run) {
    const auto after =
        std::ranges::upper_bound(of_set, PointRun{run.k, run.j, run.first, std::numeric_limits<long>::max()});
    if (after == of_set.begin()) return false;
    const PointRun& before = *std::prev(after);
    return before.k == run.k && before.j == run.j && run.end <= before.end;
  };
  const auto is_in_another = [&](const Box& point) {
    return std::ranges::any_of(others, [&](const Selection& piece) { return !part_in(piece, point).empty(); });
  };
  return std::ranges::all_of(runs, [&](const PointRun& run) {
    if (is_in_a_run(run)) return true;
    for (long i = run.first; i < run.end; ++i)
      if (!is_in_a_run({run.k, run.j, i, i + 1}) && !is_in_another({{i, run.j, run.k}, {i + 1, run.j + 1, run.k + 1}}))
        return false;
    return true;
  });
}

bool contains(const PointSet& set, const Index& point) {
  const Box here{point, {point[0] + 1, point[1] + 1, point[2] + 1}};
  return std::ranges::any_of(set.pieces, [&](const Selection& piece) { return !part_in(piece, here).empty(); });
}

std::vector<Selection> pieces_in(const PointSet& set, const std::vector<Box>& boxes) {
  std::vector<Selection> pieces;
  for (const Selection& piece : set.pieces)
    for (const Box& box : boxes)
      if (!intersection(piece.box(), box).empty())
        if (Selection part = part_in(piece, box); !part.empty()) {
          // A stride may be larger than any grid, but not along an axis with several points.
          for (int axis = 0; axis < 3; ++axis)
            if (part.count[axis] == 1) part.stride[axis] = 1;
          pieces.push_back(part);
        }
  return pieces;
}

std::vector<Box> boxes_in(const PointSet& set, const std::vector<Box>& boxes) {
  std::vector<Box> result;
  for (const Selection& piece : pieces_in(set, boxes)) {
    if (piece.stride == Index{1, 1, 1}) {
      result.push_back(piece.box());
      continue;
    }
    for (long k = 0; k < piece.count[2]; ++k)
      for (long j = 0; j < piece.count[1]; ++j)
        for (long i = 0; i < piece.count[0]; ++i) {
          const Index at{piece.first[0] + i * piece.stride[0], piece.first[1] + j * piece.stride[1],
                         piece.first[2] + k * piece.stride[2]};
          result.push_back({at, {at[0] + 1, at[1] + 1, at[2] + 1}});
        }
  }
  return result;
}

std::vector<Box> boxes_outside(const PointSet& set, const std::vector<Box>& boxes) {
  return difference_of_lists(boxes, boxes_in(set, boxes));
}

} // namespace nopal
