#pragma once
// Variables and routines for the tests of the Accelerator.

#include "core/schedule/routine.hpp"
#include "tests/support/group.hpp"

#include <string>
#include <vector>

namespace nopal::test {

/// The numbers of the variables, in the order in which sample_variables() adds them.
enum : int { phi, psi, rho, count, field, energy, table, lap };

/// Makes the groups wave (phi, psi; 3 timelevels), density (rho; 1 timelevel), counts (count; integer, 2 timelevels),
/// fields (field; complex, 1 timelevel), scalars (energy), tables (table; array of 5) and inside (lap; temporary).
inline Variables sample_variables() {
  Variables variables;
  variables.add_group(group("t::wave", GroupKind::gf, Type::real, 3), {"phi", "psi"});
  variables.add_group(group("t::density", GroupKind::gf), {"rho"});
  variables.add_group(group("t::counts", GroupKind::gf, Type::integer, 2), {"count"});
  variables.add_group(group("t::fields", GroupKind::gf, Type::complex), {"field"});
  variables.add_group(group("t::scalars", GroupKind::scalar), {"energy"});
  variables.add_group(group("t::tables", GroupKind::array, Type::real, 1, {5, 1, 1}), {"table"});
  Group work = group("t::inside", GroupKind::gf);
  work.temporary = true;
  variables.add_group(work, {"lap"});
  return variables;
}

/// Returns for each variable the regions that can be invalid, on a grid that has the regions `grid`.
inline std::vector<Region> all_regions(const Variables& variables, Region grid = Region::everywhere) {
  std::vector<Region> result;
  for (int v = 0; v < variables.n_variables(); ++v)
    result.push_back(variables.group_of(v).kind == GroupKind::gf ? grid : Region::interior);
  return result;
}

inline Clause at(int variable, Region region, int timelevel = 0) {
  return {{variable, timelevel}, region, {"t.yaml", 10 + variable, 5}};
}

/// A clause that needs only reductions of the variable's owned points.
inline Clause reduced(int variable) {
  Clause clause = at(variable, Region::owned);
  clause.access = Access::reduce;
  return clause;
}

inline Routine routine(const std::string& name, std::vector<Clause> reads, std::vector<Clause> writes) {
  Routine result;
  result.id = -1;
  result.thorn = "t";
  result.name = name;
  result.bin = "evol";
  result.device = true;
  result.reads = std::move(reads);
  result.writes = std::move(writes);
  return result;
}

/// A stencil that computes its writes by way of the temporary lap. Its stages are not given.
inline Routine stencil_routine(const std::string& name, std::vector<Clause> reads, std::vector<Clause> writes) {
  Routine result = routine(name, std::move(reads), std::move(writes));
  Stencil stencil;
  stencil.temporaries = {{lap, {{-1, 0, 0}, {1, 0, 0}}}};
  result.stencil = std::make_shared<const Stencil>(stencil);
  return result;
}

/// The kernel of a stage that writes the temporary lap.
inline Routine stage_routine(const std::string& name, std::vector<Clause> reads) {
  Routine result = routine(name, std::move(reads), {at(lap, Region::interior)});
  result.is_kernel = true;
  result.stage = 0;
  return result;
}

} // namespace nopal::test
