#include "driver/plan/loops_plan.hpp"

#include "core/schedule/set_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace nopal {

namespace {

/// What a loop uses through maps.
struct Uses {
  std::vector<PlanTable> tables;           ///< each map once
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
    if (maps.insert(access.map).second)
      uses.tables.push_back({&mesh.local.maps[map], to, std::ranges::count(added, access.map) > 0});
    if (slots.emplace(access.slot.variable, access.slot.timelevel).second)
      uses.element_bytes[static_cast<std::size_t>(to)] += 8L * variables.group_of(access.slot.variable).components;
  }
  return uses;
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
    const LoopPlan plan = make_loop_plan(elements, uses.tables, sizes, block_size);
    loops.push_back({.routine = routine.full_name(),
                     .set = run.mesh.topology.sets[static_cast<std::size_t>(loop.set)].name,
                     .elements = elements.end,
                     .statistics = statistics_of(plan),
                     .bytes = bytes_of(plan, uses.element_bytes),
                     .uses_maps = !uses.tables.empty()});
  }
  return loops;
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
