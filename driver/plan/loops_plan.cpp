#include "driver/plan/loops_plan.hpp"

#include "core/schedule/set_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace nopal {

namespace {

/// What a loop uses through maps.
struct Uses {
  std::vector<PlanTable> tables;           ///< each map once
  std::deque<LocalTable> made;             ///< the tables of maps by rule
  std::vector<std::int64_t> element_bytes; ///< by set, of the slots that the loop uses
};

Uses uses_of(const SetLoop& loop, const RunDescription& run) {
  const RunMesh& mesh = run.mesh;
  const Variables& variables = run.description.variables;
  Uses uses;
  uses.element_bytes.resize(mesh.local.sets.size());
  const std::vector<int> added = loop.added_maps();
  std::set<int> maps;
  std::set<std::pair<int, int>> slots; // variables and timelevels
  for (const LoopAccess& access : loop.accesses) {
    if (access.map < 0) continue;
    const auto map = static_cast<std::size_t>(access.map);
    const int to = mesh.topology.maps[map].to;
    if (maps.insert(access.map).second) {
      const LocalMap& local = mesh.local.maps[map];
      if (local.lines() != nullptr) uses.made.push_back(local.make_table());
      uses.tables.push_back({local.lines() != nullptr ? &uses.made.back() : &local.table(), to,
                             std::ranges::count(added, access.map) > 0});
    }
    if (slots.emplace(access.slot.variable, access.slot.timelevel).second)
      uses.element_bytes[static_cast<std::size_t>(to)] += 8L * variables.group_of(access.slot.variable).components;
  }
  return uses;
}

bool is_listed(const RunMesh& mesh) {
  return std::ranges::all_of(mesh.local.sets, [](const LocalSet& set) { return set.global <= most_listed; });
}

/// Stores the order and the colours of the elements.
void list_elements(PlannedLoop& planned, const LoopElements& elements, const LocalSet& set, LoopPlan plan) {
  for (std::int32_t place = elements.first; place < elements.end; ++place)
    planned.order.push_back(set.numbers[static_cast<std::size_t>(elements.element(place))]);
  planned.element_colours = std::move(plan.thread_colours);
  planned.block_colours = std::move(plan.colours);
}

} // namespace

std::vector<PlannedLoop> plan_loops(const RunDescription& run, std::int32_t block_size) {
  const LocalMesh& mesh = run.mesh.local;
  std::vector<std::int32_t> sizes;
  for (const LocalSet& set : mesh.sets) sizes.push_back(set.stored);
  std::vector<PlannedLoop> loops;
  for (const Routine& routine : run.description.schedule.routines()) {
    if (!routine.is_loop()) continue;
    const SetLoop& loop = *routine.loop;
    const LocalSet& set = mesh.sets[static_cast<std::size_t>(loop.set)];
    const Uses uses = uses_of(loop, run);
    LoopElements elements{.first = 0, .end = set.owned, .order = {}};
    if (loop.adds_elsewhere()) elements = {.first = 0, .end = set.executed, .order = set.order};
    LoopPlan plan = make_loop_plan(elements, uses.tables, sizes, block_size);
    loops.push_back({.routine = routine.full_name(),
                     .set = run.mesh.topology.sets[static_cast<std::size_t>(loop.set)].name,
                     .elements = elements.end,
                     .statistics = statistics_of(plan),
                     .bytes = bytes_of(plan, uses.element_bytes),
                     .uses_maps = !uses.tables.empty(),
                     .order = {},
                     .element_colours = {},
                     .block_colours = {}});
    if (!uses.tables.empty() && is_listed(run.mesh)) list_elements(loops.back(), elements, set, std::move(plan));
  }
  return loops;
}

MeshPlaces mesh_places(const RunMesh& mesh) {
  if (mesh.positions.dimension == 0 || !is_listed(mesh)) return {};
  const Topology& topology = mesh.topology;
  const auto set_of = [&](int set) -> const LocalSet& { return mesh.local.sets[static_cast<std::size_t>(set)]; };
  const int to = mesh.positions.set;
  MeshPlaces places{.set = topology.sets[static_cast<std::size_t>(to)].name,
                    .dimension = mesh.positions.dimension,
                    .values = mesh.positions.values,
                    .corners = {}};
  std::set<int> done{to};
  for (std::size_t m = 0; m < topology.maps.size(); ++m) {
    const MeshMap& map = topology.maps[m];
    if (map.to != to || !done.insert(map.from).second) continue;
    const LocalSet& from = set_of(map.from);
    MeshPlaces::Corners& corners = places.corners.emplace_back();
    corners = {topology.sets[static_cast<std::size_t>(map.from)].name, map.name, {}};
    corners.rows.resize(static_cast<std::size_t>(from.global));
    std::vector<std::int32_t> room;
    for (std::int32_t n = 0; n < from.owned; ++n)
      for (const std::int32_t target : mesh.local.maps[m].row(n, room))
        corners.rows[static_cast<std::size_t>(from.numbers[static_cast<std::size_t>(n)])].push_back(
            set_of(to).numbers[static_cast<std::size_t>(target)]);
  }
  return places;
}

std::string loops_text(const std::vector<PlannedLoop>& loops, std::int32_t block_size) {
  if (loops.empty()) return "the run has no loops over sets\n";
  std::string text = fmt::format("loops over sets, in blocks of {} elements:\n{:32} {:24} {:>10} {:>8} {:>8} {:>8} "
                                 "{:>6} {:>14} {:>14}\n",
                                 block_size, "routine", "set", "elements", "blocks", "colours", "in block", "reuse",
                                 "bytes", "with reuse");
  for (const PlannedLoop& loop : loops) {
    text += fmt::format("{:32} {:24} {:>10} {:>8}", loop.routine, loop.set, loop.elements, loop.statistics.blocks);
    text += loop.uses_maps ? fmt::format(" {:>8} {:>8} {:>6.3g} {:>14} {:>14}\n", loop.statistics.block_colours,
                                         loop.statistics.most_thread_colours, loop.statistics.reuse,
                                         loop.bytes.without_reuse, loop.bytes.with_reuse)
                           : " uses no map\n";
  }
  return text;
}

} // namespace nopal
