#pragma once
// Functions that read the parts of a declaration. Internal to core/declarations.

#include "core/declarations/thorn.hpp"
#include "core/yaml/fields.hpp"

namespace nopal {

/// `name: {type: real, default: 2.0, …}`
std::optional<ParameterDeclaration> read_parameter(const std::string& thorn, const yaml::Entry& entry,
                                                   ErrorList& errors);
/// `name: {type: gf, variables: [phi], …}`
std::optional<GroupDeclaration> read_group(const ThornDeclaration& thorn, const yaml::Entry& entry, ErrorList& errors);
/// `name: {description: …}`, under sets.
SetDeclaration read_set(const yaml::Entry& entry, ErrorList& errors);
/// `name: {from: edges, to: cells, arity: 2}`, under maps. The sets of the thorn have been read.
std::optional<MapDeclaration> read_map(const ThornDeclaration& thorn, const yaml::Entry& entry, ErrorList& errors);
/// The full name of the set that a key names: a set of the thorn, or `thorn::set`. Empty after an error.
std::string read_set_name(yaml::Fields& fields, const std::string& key, const ThornDeclaration& thorn);
/// Adds an error for each map that has the name of a set.
void check_set_names(const ThornDeclaration& thorn, ErrorList& errors);
/// Reads `via`, `as` and `from` at the end of a clause. Returns the text before them. Throws an Error that says what is
/// wrong.
std::string_view read_loop_parts(std::string_view text, ClauseDeclaration& clause);
/// over: of a kernel without threads:; nothing if it names no set.
std::optional<LoopDeclaration> read_loop(yaml::Fields& fields);
/// `name: points`, under splitters. The parameters of the thorn have been read.
std::optional<SplitterDeclaration> read_splitter(const ThornDeclaration& thorn, const yaml::Entry& entry,
                                                 ErrorList& errors);
/// The vertical axis with the splitters of the thorn.
VerticalAxis axis_of(const ThornDeclaration& thorn);
/// methods: of a thorn. Its parameters and its schedule have been read.
void read_methods(yaml::Fields& fields, ThornDeclaration& thorn);
/// requires_grid: and max_dt: of a thorn.
void read_demands(yaml::Fields& fields, ThornDeclaration& thorn);
/// One entry of the schedule. After the item of a stencil come the kernels of its stages. Empty after some errors.
std::vector<ItemDeclaration> read_item(const yaml::Node& node, const VerticalAxis& axis, ErrorList& errors);
/// stages: of a stencil. Returns the kernels of its stages as items. The name and the device of the stencil are known.
std::vector<ItemDeclaration> read_stages(yaml::Fields& fields, const VerticalAxis& axis, ItemDeclaration& stencil);
/// `name: "double(double)"`, under provides or requires.
std::optional<FunctionDeclaration> read_function(const yaml::Entry& entry, ErrorList& errors);
/// `name op literal`, `name`, or `not name`, the value of a key of an item.
std::optional<ConditionDeclaration> read_condition(yaml::Fields& fields, const std::string& key);
/// "interior, boundary"; throws an Error that says what is wrong.
Region parse_region(std::string_view text);
/// The lists of clauses of an item.
void read_clauses(yaml::Fields& fields, ItemDeclaration& item);
/// points: of {from: ...} and {clause: ...}; nothing if it is absent or wrong.
std::optional<PointsDeclaration> read_points(yaml::Fields& from);
/// {clause: u(boundary), points: ...}, an entry of reads: or writes: of an item; nothing after an error.
std::optional<ClauseDeclaration> read_points_clause(yaml::Fields& entry, Access access, const ItemDeclaration& item);
/// each: of a kernel.
void read_each(yaml::Fields& fields, ItemDeclaration& item);
/// bind: of a kernel. Call this after read_each().
void read_bindings(yaml::Fields& fields, ItemDeclaration& item);
/// A name without a thorn; empty if the key is absent. `what`: "bin", for messages.
std::string read_name(yaml::Fields& fields, const std::string& key, const std::string& what);
/// One name or a list of names, with or without a thorn.
std::vector<std::string> read_names(yaml::Fields& fields, const std::string& key);
/// Returns whether the key is absent or has an empty list.
bool lists_nothing(const yaml::Entry* entry);
/// A number of iterations, or names of parameters. `label`: "reads: every", for messages.
std::vector<std::string> read_every(yaml::Fields& fields, const yaml::Entry* entry, const std::string& label);
/// threads:, over: and shared: of a kernel; nothing if it has no threads.
std::optional<BlockDeclaration> read_block(yaml::Fields& fields);
/// `name: text` pairs.
std::map<std::string, std::string> read_tags(yaml::Fields& fields);

/// Kinds of items, as bits. A kernel with `launched_by:` is a kind of its own.
enum ItemKinds : unsigned {
  kernels = 1,
  launched_kernels = 2,
  functions = 4,
  groups = 8,
  stencils = 16,
  any_kernel = kernels | launched_kernels,
  routines = any_kernel | functions,
  scheduled = kernels | functions | groups | stencils,
  all_items = routines | groups | stencils
};

/// Adds an error for each key of the item that its kind may not have, and makes all keys of an item known to `fields`.
void check_item_keys(const yaml::Node& item, yaml::Fields& fields, ItemKinds kind);
/// Adds an error for each key of the stage that only items have, and makes all keys of a stage known to `fields`.
void check_stage_keys(const yaml::Node& stage, yaml::Fields& fields);

/// Returns whether the name is allowed; adds an error if it is not.
bool check_name(const std::string& name, const std::string& what, const Location& where, ErrorList& errors);

/// Returns whether all names are unique; adds an error for each variable that has the name of another variable or
/// group.
bool check_group_names(const ThornDeclaration& thorn, ErrorList& errors);

} // namespace nopal
