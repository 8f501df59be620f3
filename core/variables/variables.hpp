#pragma once
// The groups and variables of all active thorns. Each has a number.

#include "core/base/location.hpp"
#include "core/grid/box.hpp"
#include "core/grid/region.hpp"
#include "core/variables/slot.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// gf: a grid function. dat: values on the elements of a set.
enum class GroupKind { gf, array, scalar, dat };
/// real: double (8 bytes). integer: 64 bits. complex: std::complex<double> (16 bytes), for functions only.
enum class Type { real, integer, complex };

std::size_t size_of(Type type);
std::string to_string(GroupKind kind);
std::string to_string(Type type);
/// Returns how clauses name this many timelevels: "@0", or "@0 to @2".
std::string timelevels_text(int timelevels);

struct Group {
  std::string thorn;
  std::string name; ///< without the thorn
  GroupKind kind = GroupKind::gf;
  Type type = Type::real;
  int timelevels = 1;
  Index shape{1, 1, 1};       ///< arrays only: points along each axis; replicated on every rank
  int dimension = 0;          ///< arrays only: number of axes
  std::string set;            ///< dats only: full name of the set, such as "airfoil::cells"
  int components = 1;         ///< dats only: values on each element
  bool temporary = false;     ///< gf only: no storage of its own; its variables exist inside stencils only
  std::vector<int> variables; ///< indices in Variables
  std::string description;
  std::string unit;
  std::map<std::string, std::string> tags;
  Location where;

  std::string full_name() const { return thorn + "::" + name; }
};

/// True if checkpoints keep the group, because it is part of the state of a run. Groups with the tag `checkpoint: no`
/// and temporary groups are not kept, because they can be computed again.
bool is_state(const Group& group);

/// True for grid functions and dats: processes own parts of them, and some of their points may be ghosts.
bool has_regions(const Group& group);

struct Variable {
  std::string name; ///< without the thorn
  int group = -1;
};

/// All groups and variables, in the order of the thorns in the parfile, then in the order of the declarations. It is
/// filled while thorns are read and does not change afterwards.
class Variables {
public:
  /// Adds a group with its variables, fills its `variables` and returns its number. The names must be new.
  int add_group(Group group, const std::vector<std::string>& names);

  int n_variables() const { return static_cast<int>(variables_.size()); }
  int n_groups() const { return static_cast<int>(groups_.size()); }
  const Variable& variable(int v) const { return variables_[v]; }
  const Group& group(int g) const { return groups_[g]; }
  const Group& group_of(int v) const { return groups_[variables_[v].group]; }
  int timelevels(int v) const { return group_of(v).timelevels; }
  std::string full_name(int v) const { return group_of(v).thorn + "::" + variables_[v].name; }
  /// Returns the size of an element of the variable, in bytes.
  std::size_t element_size(int v) const { return size_of(group_of(v).type); }
  /// Returns "wavetoy::phi@1".
  std::string text(Slot slot) const { return full_name(slot.variable) + "@" + std::to_string(slot.timelevel); }
  /// Returns "wavetoy::phi@1 (ghosts)". For scalars and arrays there is no region: "wavetoy::energy@0".
  std::string text(Slot slot, Region region) const;

  /// Returns the number of "thorn::variable", or nullopt if there is none.
  std::optional<int> find_variable(std::string_view full_name) const;
  std::optional<int> find_group(std::string_view full_name) const;
  /// Returns the variables of "thorn::variable" or "thorn::group". Empty: neither exists.
  std::vector<int> resolve(std::string_view full_name) const;
  /// Returns the full names of all variables and groups, for suggestions.
  std::vector<std::string> names() const;

private:
  std::vector<Group> groups_;
  std::vector<Variable> variables_;
  std::map<std::string, int, std::less<>> variable_index_;
  std::map<std::string, int, std::less<>> group_index_;
};

} // namespace nopal
