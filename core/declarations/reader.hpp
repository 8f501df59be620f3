#pragma once
// The parts of reading a declaration; internal to core/declarations.

#include "core/declarations/thorn.hpp"
#include "core/yaml/fields.hpp"

namespace nopal {

/// `name: {type: real, default: 2.0, …}`
std::optional<ParameterDeclaration> read_parameter(const std::string& thorn, const yaml::Entry& entry,
                                                   ErrorList& errors);
/// `name: {type: gf, variables: [phi], …}`
std::optional<GroupDeclaration> read_group(const std::string& thorn, const yaml::Entry& entry, ErrorList& errors);
/// An entry of the schedule.
std::optional<ItemDeclaration> read_item(const yaml::Node& node, ErrorList& errors);
/// `name: "double(double)"`, under provides or requires.
std::optional<FunctionDeclaration> read_function(const yaml::Entry& entry, ErrorList& errors);
/// `name op literal`, `name`, or `not name`.
std::optional<ConditionDeclaration> parse_condition(const yaml::Node& node, const std::string& what, ErrorList& errors);
/// `name: text` pairs.
std::map<std::string, std::string> read_tags(yaml::Fields& fields);

/// Adds an error where the name is none; says whether it is good.
bool check_name(const std::string& name, const std::string& what, const Location& where, ErrorList& errors);

/// Variables declared twice, and variables and groups of one name; says whether all is good.
bool check_group_names(const ThornDeclaration& thorn, ErrorList& errors);

} // namespace nopal
