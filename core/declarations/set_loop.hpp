#pragma once
// Sets and maps of thorns, and the rules for loops over sets. The schedule and the generator share them.

#include "core/declarations/name_scope.hpp"
#include "core/declarations/thorn.hpp"
#include "core/sets/topology.hpp"

#include <optional>
#include <string>
#include <vector>

namespace nopal {

/// Numbers the sets and maps of these thorns in this order. Adds an error for each map and each dat that names a set
/// that none of them declares; `complete` is false if other thorns may declare it.
Topology build_topology(const std::vector<ThornDeclaration>& thorns, ErrorList& errors, bool complete = true);

/// One variable as a loop over a set uses it.
struct LoopUse {
  std::string variable; ///< full name
  Group group;
  ClauseDeclaration clause;
  int map = -1; ///< number in the topology; -1: the loop's own element, or a scalar

  int timelevel() const { return clause.timelevel.value_or(0); }
  bool is_scalar() const { return group.kind == GroupKind::scalar; }
  /// Whether the loop adds to other elements than its own.
  bool adds_elsewhere() const { return clause.access == Access::increment && map >= 0; }
};

/// Returns the number of the set that a loop runs over. Empty after an error.
std::optional<int> set_of_loop(const Topology& topology, const NameScope& scope, const LoopDeclaration& loop,
                               ErrorList& errors);

/// Returns how a loop over `set` uses a variable of a clause. Empty after an error: the variable is no dat or scalar,
/// the map does not lead from the loop's set to the variable's, or the access is not allowed there.
std::optional<LoopUse> loop_use(const Topology& topology, const NameScope& scope, int set,
                                const ClauseDeclaration& clause, const std::string& variable, const Group& group,
                                const std::string& kernel, ErrorList& errors);

/// Adds an error for each pair of uses that makes the result depend on the order of the elements.
void check_conflicts(const std::vector<LoopUse>& uses, const std::string& kernel, ErrorList& errors);

/// Returns why a loop cannot run on a device, such as "it adds to res through a map of varying arity". Empty: it can.
std::string why_only_on_host(const Topology& topology, const std::vector<LoopUse>& uses);

} // namespace nopal
