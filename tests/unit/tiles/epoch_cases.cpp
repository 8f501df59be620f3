#include "tests/unit/tiles/epoch_cases.hpp"

#include <algorithm>

namespace nopal::test {

namespace {

constexpr long beyond = 1000; // more points than all ghost zones have

Extent random_extent(Random& random, int dimension) {
  Extent extent;
  const long reach = random.draw(0, 3);
  for (int axis = 0; axis < dimension; ++axis) {
    extent.lower[axis] = static_cast<int>(random.draw(-reach, reach));
    extent.upper[axis] = static_cast<int>(random.draw(extent.lower[axis], reach));
  }
  return extent;
}

/// The interior, the boundary, or everything. Along periodic axes they have no end.
std::vector<Box> random_boxes(Random& random, const Case& of) {
  const Box all = endless(of);
  Box interior = all;
  for (int axis = 0; axis < of.dimension; ++axis) {
    if (of.periodic[axis]) continue;
    ++interior.lower[axis];
    --interior.upper[axis];
  }
  switch (random.draw(0, 3)) {
  case 0:
    return {all};
  case 1:
    return difference(all, interior);
  default:
    return {interior};
  }
}

EpochCall random_call(Random& random, const Case& of) {
  EpochCall call;
  const auto n_variables = static_cast<long>(of.epoch.timelevels.size());
  const auto slot = [&](bool newest) {
    const int variable = static_cast<int>(random.draw(0, n_variables - 1));
    const int timelevel = newest ? 0 : static_cast<int>(random.draw(0, of.epoch.timelevels[variable] - 1));
    return EpochWrite{variable, timelevel};
  };
  for (long n = random.draw(1, 2); n > 0; --n) {
    const EpochWrite write = slot(!random.one_in(6));
    if (std::ranges::none_of(call.writes, [&](const EpochWrite& other) {
          return other.variable == write.variable && other.timelevel == write.timelevel;
        }))
      call.writes.push_back(write);
  }
  for (long n = random.draw(0, 3); n > 0; --n) {
    const EpochWrite read = slot(random.one_in(3));
    const bool is_written = std::ranges::any_of(call.writes, [&](const EpochWrite& write) {
      return write.variable == read.variable && write.timelevel == read.timelevel;
    });
    call.reads.push_back({read.variable, read.timelevel, is_written ? Extent{} : random_extent(random, of.dimension)});
  }
  call.boxes = random_boxes(random, of);
  return call;
}

std::vector<Index> points_read(Random& random, const Extent& extent, int dimension) {
  std::vector<Index> offsets;
  for (int corner = 0; corner < 1 << dimension; ++corner) {
    Index& offset = offsets.emplace_back(Index{0, 0, 0});
    for (int axis = 0; axis < dimension; ++axis)
      offset[axis] = (corner >> axis & 1) != 0 ? extent.upper[axis] : extent.lower[axis];
  }
  Index& inside = offsets.emplace_back(Index{0, 0, 0});
  for (int axis = 0; axis < dimension; ++axis) inside[axis] = random.draw(extent.lower[axis], extent.upper[axis]);
  return offsets;
}

/// A variable may be temporary if the epoch writes all points before it reads them.
void mark_temporaries(Random& random, Case& of) {
  const auto before = read_from_before(of.epoch, endless(of), deep_ghosts(unrolled(of.epoch)));
  for (int v = 0; v < static_cast<int>(of.epoch.timelevels.size()); ++v) {
    const auto array = static_cast<std::size_t>(array_of(of.epoch, v, 0, 0));
    const bool may_be = of.epoch.timelevels[v] == 1 && !before[array];
    of.epoch.temporaries.push_back(may_be && random.one_in(2) ? 1 : 0);
  }
}

} // namespace

Box endless(const Case& of) {
  Box all = of.grid;
  for (int axis = 0; axis < of.dimension; ++axis) {
    if (!of.periodic[axis]) continue;
    all.lower[axis] -= beyond;
    all.upper[axis] += beyond;
  }
  return all;
}

Epoch wave_epoch(long n, int iterations) {
  const Extent around{{-1, -1, 0}, {1, 1, 0}};
  const Box all{{0, 0, 0}, {n, n, 1}}, interior{{1, 1, 0}, {n - 1, n - 1, 1}};
  return {{3},
          {{"evolve", {{0, 1, around}, {0, 2, {}}}, {{0, 0}}, {interior}},
           {"boundary", {}, {{0, 0}}, difference(all, interior)}},
          iterations};
}

void complete(Random& random, Case& of) {
  of.plain = of.epoch;
  for (int v = 0; v < static_cast<int>(of.plain.timelevels.size()); ++v)
    of.epoch.gives.push_back(may_give_storage(of.plain, v) ? 1 : 0);
  of.epoch.keeps_oldest = random.one_in(2);
  of.plain_chain = unrolled(of.plain);
  mark_temporaries(random, of);
  of.chain = unrolled(of.epoch);
  for (const Stage& stage : of.chain.stages) {
    std::vector<ReadPoints>& all = of.reads.emplace_back();
    for (const StageRead& read : stage.reads) all.push_back(points_read(random, read.extent, of.dimension));
  }
}

Case random_case(unsigned seed) {
  Random random(seed);
  Case of;
  of.dimension = static_cast<int>(random.draw(1, 3));
  constexpr long most[] = {30, 10, 6}; // points along an axis
  of.grid = {{0, 0, 0}, {1, 1, 1}};
  for (int axis = 0; axis < of.dimension; ++axis) {
    of.grid.upper[axis] = random.draw(3, most[of.dimension - 1]);
    of.periodic[axis] = random.one_in(3);
    if (random.one_in(2)) of.shape[axis] = random.draw(1, of.grid.extent(axis) + 2);
    if (random.one_in(3)) of.processes[axis] = random.draw(2, 3);
  }
  for (long n = random.draw(1, 4); n > 0; --n) of.epoch.timelevels.push_back(static_cast<int>(random.draw(1, 3)));
  for (long n = random.draw(1, 6); n > 0; --n) of.epoch.calls.push_back(random_call(random, of));
  of.epoch.iterations = static_cast<int>(random.draw(1, 8));
  complete(random, of);
  return of;
}

} // namespace nopal::test
