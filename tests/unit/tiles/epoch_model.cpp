#include "tests/unit/tiles/epoch_model.hpp"

namespace nopal::test {

namespace {

EpochPart part_of(const Case& of, const Index& process) {
  EpochPart part;
  part.owned = of.grid;
  for (int axis = 0; axis < of.dimension; ++axis) {
    const long n = of.processes[axis], points = of.grid.extent(axis);
    part.owned.lower[axis] = points * process[axis] / n;
    part.owned.upper[axis] = points * (process[axis] + 1) / n;
    part.lower[axis] = process[axis] > 0 || of.periodic[axis];
    part.upper[axis] = process[axis] < n - 1 || of.periodic[axis];
  }
  return part;
}

Box stored_points(const EpochPart& part, const DeepGhosts& ghosts) {
  Box box = part.owned;
  for (const auto& extent : ghosts.arrays)
    if (extent) box = hull(box, points_of(part, *extent));
  for (const Extent& extent : ghosts.stages) box = hull(box, points_of(part, extent));
  return box;
}

} // namespace

std::vector<std::vector<Box>> boxes_of_stages(const Epoch& epoch, const DeepGhosts& ghosts, const EpochPart& part) {
  std::vector<std::vector<Box>> boxes;
  for (std::size_t s = 0; s < ghosts.stages.size(); ++s) {
    const Box points = points_of(part, ghosts.stages[s]);
    std::vector<Box>& all = boxes.emplace_back();
    for (const Box& box : epoch.calls[s % epoch.calls.size()].boxes)
      if (const Box common = intersection(box, points); !common.empty()) all.push_back(common);
  }
  return boxes;
}

std::vector<ProcessPoints> processes_of(const Case& of) {
  const DeepGhosts ghosts = deep_ghosts(of.chain);
  const auto before = read_from_before(of.epoch, endless(of), ghosts);
  std::vector<ProcessPoints> all;
  each_point({{0, 0, 0}, of.processes}, [&](const Index& process) {
    const EpochPart part = part_of(of, process);
    if (!part.owned.empty())
      all.push_back({part, ghosts, before, boxes_of_stages(of.epoch, ghosts, part), stored_points(part, ghosts)});
  });
  return all;
}

std::vector<Stamps> stamps_before(const ProcessPoints& points) {
  std::vector<Stamps> all(points.ghosts.arrays.size(), Stamps(points.stored));
  for (std::size_t array = 0; array < all.size(); ++array) {
    const auto& ghosts = points.before[array];
    all[array].set(ghosts ? points_of(points.part, *ghosts) : points.part.owned, before - static_cast<int>(array));
  }
  return all;
}

Reference::Reference(const Case& of) : of_(of), stamps_(of.chain.variables.size(), Stamps(of.grid)) {
  for (std::size_t a = 0; a < stamps_.size(); ++a) stamps_[a].set(of.grid, before - static_cast<int>(a));
  for (int s = 0; s < static_cast<int>(of.chain.stages.size()); ++s) {
    if (s % static_cast<int>(of.plain.calls.size()) == 0) forget(s / static_cast<int>(of.plain.calls.size()) + 1);
    run(s);
  }
}

std::optional<Index> Reference::home(Index point) const {
  for (int axis = 0; axis < of_.dimension; ++axis)
    if (const long n = of_.grid.extent(axis); of_.periodic[axis]) point[axis] = (point[axis] % n + n) % n;
  return of_.grid.contains(point) ? std::optional(point) : std::nullopt;
}

// After the cycle, timelevel 0 holds no values that a call may read.
void Reference::forget(int iteration) {
  for (int v = 0; v < static_cast<int>(of_.plain.timelevels.size()); ++v)
    if (of_.epoch.gives_storage(v))
      stamps_[static_cast<std::size_t>(array_of(of_.plain, v, 0, iteration))].set(of_.grid, anything);
}

void Reference::run(int s) {
  const Stage& stage = of_.plain_chain.stages[static_cast<std::size_t>(s)];
  const std::vector<Box>& boxes = of_.epoch.calls[static_cast<std::size_t>(s) % of_.epoch.calls.size()].boxes;
  auto& read = read_.emplace_back(static_cast<std::size_t>(of_.grid.points()));
  for (const Box& box : boxes)
    each_point(intersection(box, of_.grid), [&](const Index& point) {
      for (std::size_t r = 0; r < stage.reads.size(); ++r)
        for (const Index& offset : of_.reads[static_cast<std::size_t>(s)][r]) {
          const auto at = home({point[0] + offset[0], point[1] + offset[1], point[2] + offset[2]});
          read[stamps_.front().number(point)].push_back(at ? last(stage.reads[r].variable, *at) : 0);
        }
    });
  // A stage reads what it writes at its own points only, so the order of the points plays no part.
  for (const Box& box : boxes)
    for (const int array : stage.writes) stamps_[static_cast<std::size_t>(array)].set(intersection(box, of_.grid), s);
}

} // namespace nopal::test
