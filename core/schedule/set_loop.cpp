#include "core/schedule/set_loop.hpp"

#include "core/schedule/clauses.hpp"

#include <algorithm>

namespace nopal {

namespace {

void add_clauses(const LoopUse& use, const LoopAccess& access, bool on_halo, Routine& routine) {
  const bool elsewhere = access.map >= 0 && access.access == Access::read;
  const Region read =
      elsewhere || (on_halo && access.map < 0 && !use.is_scalar()) ? Region::everywhere : Region::interior;
  const bool reads = access.access != Access::write && !use.clause.from;
  Clause clause{.slot = access.slot, .region = read, .where = use.clause.where};
  if (reads) merge(routine.reads, clause);
  clause.access = Access::write;
  clause.region = Region::interior;
  if (access.access != Access::read) merge(routine.writes, clause);
}

} // namespace

bool SetLoop::adds_elsewhere() const { return !added_maps().empty(); }

std::vector<int> SetLoop::added_maps() const {
  std::vector<int> maps;
  for (const LoopAccess& access : accesses)
    if (access.map >= 0 && access.access == Access::increment && std::ranges::count(maps, access.map) == 0)
      maps.push_back(access.map);
  return maps;
}

void add_loop(const Topology& topology, int set, const std::vector<LoopUse>& uses, const Variables& variables,
              Routine& routine) {
  const auto loop = std::make_shared<SetLoop>();
  loop->set = set;
  if (routine.device) loop->only_on_host = why_only_on_host(topology, uses);
  routine.device = routine.device && loop->only_on_host.empty();
  for (const LoopUse& use : uses)
    loop->accesses.push_back({.slot = {*variables.find_variable(use.variable), use.timelevel()},
                              .access = use.clause.access,
                              .map = use.map,
                              .target = use.clause.via ? use.clause.via->target.value_or(-1) : -1,
                              .where = use.clause.where});
  const bool on_halo = loop->adds_elsewhere();
  for (std::size_t n = 0; n < uses.size(); ++n) add_clauses(uses[n], loop->accesses[n], on_halo, routine);
  routine.loop = loop;
}

} // namespace nopal
