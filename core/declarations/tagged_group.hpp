#pragma once
// The group that a tag of another group names, as in `tags: {rhs: gas_rhs}`.

#include "core/declarations/thorn.hpp"

#include <string>
#include <vector>

namespace nopal {

/// A group and the thorn that declares it.
struct TaggedGroup {
  const ThornDeclaration* thorn = nullptr;
  const GroupDeclaration* group = nullptr; ///< null: no active thorn has it
  std::string hint;                        ///< if there is none: the closest name, as suggest_full_name() gives it
};

/// Finds "gas_rhs", a group of `owner`, or "thorn::gas_rhs" among the groups of the active thorns.
TaggedGroup tagged_group(const std::vector<ThornDeclaration>& thorns, const std::string& owner,
                         const std::string& name);

} // namespace nopal
