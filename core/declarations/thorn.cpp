#include "core/declarations/thorn.hpp"

#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/declarations/reader.hpp"

#include <algorithm>
#include <filesystem>

namespace nopal {

namespace {

// A declaration without content. The name of the file counts until the key "thorn" is read.
ThornDeclaration declaration_of(const std::string& path) {
  ThornDeclaration thorn;
  thorn.name = std::filesystem::path(path).stem().string();
  thorn.path = path;
  return thorn;
}

void read_name(yaml::Fields& fields, ThornDeclaration& thorn, ErrorList& errors) {
  const std::string stem = thorn.name;
  const yaml::Entry* entry = fields.require("thorn", "\"thorn: " + stem + "\"");
  if (!entry) return;
  const std::string name = fields.word("thorn");
  if (!entry->value.is_scalar() || !check_name(name, "thorn", entry->value.where, errors)) return;
  thorn.name = name;
  if (is_reserved_thorn(name))
    errors.add(entry->value.where, "thorn \"" + name + "\": this name is reserved: rename the thorn");
  else if (name != stem)
    errors.add(entry->value.where, "thorn \"" + name + "\": the file is " + stem + ".yaml; expected " + name +
                                       ".yaml: rename the file or the thorn");
}

void read_inherits(yaml::Fields& fields, ThornDeclaration& thorn) {
  thorn.inherits = fields.words("inherits");
  for (const std::string& name : thorn.inherits) {
    const yaml::Entry& entry = *fields.find("inherits");
    if (!is_identifier(name))
      fields.error(entry, "found \"" + name + "\", expected the name of a thorn");
    else if (name == thorn.name)
      fields.error(entry, "a thorn does not inherit from itself: remove \"" + name + "\"");
    else if (std::count(thorn.inherits.begin(), thorn.inherits.end(), name) > 1)
      fields.error(entry, "\"" + name + "\" is listed twice: remove one of them");
  }
}

// alias: {name: thorn::variable}. The parameters, groups and inherited thorns have been read.
void read_aliases(yaml::Fields& fields, ThornDeclaration& thorn) {
  const yaml::Entry* entry = fields.find("alias");
  if (!entry) return;
  if (entry->value.kind != yaml::Kind::map)
    return fields.error(*entry, entry->value.mismatch("{name: thorn::variable, ...}"));
  for (const yaml::Entry& alias : entry->value.entries) {
    if (!check_name(alias.key, "alias", alias.where, fields.errors())) continue;
    const std::string& variable = alias.value.text;
    const std::size_t colons = variable.find("::");
    if (!alias.value.is_scalar() || !is_qualified_identifier(variable) || colons == std::string::npos) {
      fields.error(alias.value.where, "alias: " + alias.key + ": " + alias.value.mismatch("a variable as thorn::name"));
      continue;
    }
    const std::string owner = variable.substr(0, colons);
    if (std::ranges::count(thorn.inherits, owner) == 0)
      fields.error(alias.value.where, "alias: " + alias.key + ": " + variable +
                                          " belongs to a thorn that this one does "
                                          "not inherit from: add " +
                                          owner + " to \"inherits:\"");
    const auto is_own = [&](const GroupDeclaration& group) {
      return group.group.name == alias.key || std::ranges::count(group.variables, alias.key) > 0;
    };
    if (std::ranges::any_of(thorn.groups, is_own) ||
        std::ranges::count(thorn.parameters, alias.key, &ParameterDeclaration::name) > 0)
      fields.error(alias.where, "alias: \"" + alias.key +
                                    "\" is also a variable, group or parameter of this thorn; choose "
                                    "another name");
    thorn.aliases.push_back({alias.key, variable, alias.where});
  }
}

// Reads a section of names with their declarations. An empty section declares nothing.
std::vector<yaml::Entry> section(yaml::Fields& fields, const std::string& key) {
  const yaml::Entry* entry = fields.find(key);
  if (!entry || entry->value.kind == yaml::Kind::null) return {};
  if (entry->value.kind == yaml::Kind::map) return entry->value.entries;
  fields.error(*entry, entry->value.mismatch("names and their declarations"));
  return {};
}

void read_mesh(yaml::Fields& fields, ThornDeclaration& thorn) {
  const yaml::Entry* entry = fields.find("mesh");
  if (!entry) return;
  thorn.mesh = fields.word("mesh");
  thorn.mesh_where = entry->where;
  if (entry->value.is_scalar()) check_name(thorn.mesh, "mesh function", entry->value.where, fields.errors());
}

// Adds an item if its name is not taken.
void add_item(ItemDeclaration item, ThornDeclaration& thorn, ErrorList& errors) {
  const auto same = [&](const ItemDeclaration& other) { return other.name == item.name; };
  const auto first = std::find_if(thorn.schedule.begin(), thorn.schedule.end(), same);
  if (first == thorn.schedule.end()) return thorn.schedule.push_back(std::move(item));
  const int n = (item.kind == ItemKind::stencil ? 1 : 0) + (first->kind == ItemKind::stencil ? 1 : 0);
  const char* const advice[] = {"give one of them another name with \"as:\"",
                                "rename the stencil, or give the other one another name with \"as:\"",
                                "rename one of the stencils"};
  errors.add(item.where, "schedule item \"" + item.name + "\": this name is taken by the item at " +
                             first->where.text() + ": " + advice[n]);
}

// A stencil runs the kernels of its own stages only.
void check_launchers(const ItemDeclaration& item, const ThornDeclaration& thorn, ErrorList& errors) {
  if (item.stage >= 0) return;
  for (const ItemDeclaration& other : thorn.schedule)
    if (other.kind == ItemKind::stencil && std::count(item.launched_by.begin(), item.launched_by.end(), other.name) > 0)
      errors.add(item.where,
                 "schedule item \"" + item.name + "\": launched_by: \"" + other.name +
                     "\" is a stencil, and a stencil runs only the kernels of its stages: add the stage \"- "
                     "kernel: " +
                     item.target + "\" to it, or name a function");
}

// The keyword parameters that a kernel uses, by their choices.
using Choices = std::multimap<std::string, const ParameterDeclaration*>;

// The words of `with:` are choices of keyword parameters that the kernel uses and that a run does not change.
void check_words(const ConditionDeclaration& condition, const Choices& choices, const ItemDeclaration& item,
                 ErrorList& errors) {
  for (const ConditionDeclaration& part : condition.parts) check_words(part, choices, item, errors);
  if (condition.kind != ConditionDeclaration::Kind::comparison) return;
  const std::string what = "schedule item \"" + item.name + "\": with: ";
  const bool is_word = condition.right.empty();
  if (!is_word || !choices.contains(condition.left)) {
    std::vector<std::string> words;
    for (const auto& [choice, parameter] : choices) words.push_back(choice);
    errors.add(item.each->with->where,
               what + "found \"" +
                   (is_word ? condition.left : condition.left + " " + condition.op + " " + condition.right) +
                   "\", expected a choice of a keyword parameter under \"uses\"" + did_you_mean(condition.left, words));
    return;
  }
  const auto [first, end] = choices.equal_range(condition.left);
  for (auto choice = first; choice != end; ++choice)
    if (choice->second->steerable == Steerable::always)
      errors.add(item.each->with->where, what + "\"" + condition.left + "\" is a choice of the parameter \"" +
                                             choice->second->name +
                                             "\", which may change during a run, but the kernels of an item are made "
                                             "before it: write \"steerable: recover\" or \"steerable: never\"");
}

void check_with(const ItemDeclaration& item, const ThornDeclaration& thorn, ErrorList& errors) {
  if (!item.each->with) return;
  Choices choices;
  for (const ParameterDeclaration& parameter : thorn.parameters)
    if (!parameter.is_array && std::count(item.uses.begin(), item.uses.end(), parameter.name) > 0)
      for (const auto& [choice, description] : parameter.choices) choices.emplace(choice, &parameter);
  check_words(*item.each->with, choices, item, errors);
}

// The variables of `each:` come from a parameter of the thorn that a run does not change.
void check_each(const ItemDeclaration& item, const ThornDeclaration& thorn, ErrorList& errors) {
  if (!item.each) return;
  check_with(item, thorn, errors);
  const std::string& list = item.each->list;
  std::vector<std::string> names;
  for (const ParameterDeclaration& parameter : thorn.parameters) {
    names.push_back(parameter.name);
    if (parameter.name != list) continue;
    if (parameter.type == ParameterType::string && parameter.is_array && parameter.steerable != Steerable::always)
      return;
    return errors.add(item.each->where, "schedule item \"" + item.name + "\": each: the parameter \"" + list +
                                            "\" is of type " + parameter.type_text() +
                                            ", expected a string[] that is not steerable during a run");
  }
  errors.add(item.each->where, "schedule item \"" + item.name + "\": each: \"" + list + "\" is no parameter of " +
                                   thorn.name + did_you_mean(list, names));
}

/// `of_parameters`: gets the errors about parameters that items name.
void read_schedule(yaml::Fields& fields, ThornDeclaration& thorn, ErrorList& errors, ErrorList& of_parameters) {
  const yaml::Entry* entry = fields.find("schedule");
  if (!entry || entry->value.kind == yaml::Kind::null) return;
  if (entry->value.kind != yaml::Kind::sequence)
    return fields.error(
        *entry, entry->value.mismatch("a list of items: write \"- kernel: evolve\" and indent its keys below it"));
  const VerticalAxis axis = axis_of(thorn);
  for (const yaml::Node& node : entry->value.items)
    for (ItemDeclaration& item : read_item(node, axis, errors)) add_item(std::move(item), thorn, errors);
  for (const ItemDeclaration& item : thorn.schedule) {
    check_launchers(item, thorn, errors);
    check_each(item, thorn, of_parameters);
  }
}

void read_root(const yaml::Node& root, ThornDeclaration& thorn, ErrorList& errors) {
  if (root.kind != yaml::Kind::map) {
    errors.add(root.where, (root.kind == yaml::Kind::null ? "this declaration is empty" : "found " + root.describe()) +
                               "; expected keys such as \"thorn: wavetoy\", \"groups:\", \"schedule:\"");
    return;
  }
  yaml::Fields fields(root, "", errors);
  read_name(fields, thorn, errors);
  thorn.description = fields.word("description");
  read_inherits(fields, thorn);
  read_demands(fields, thorn);
  const std::size_t errors_before = errors.count();
  for (const yaml::Entry& entry : section(fields, "parameters"))
    if (auto parameter = read_parameter(thorn.name, entry, errors)) thorn.parameters.push_back(std::move(*parameter));
  // After an error a parameter is missing or has another type, so that who names it only looks wrong.
  const bool parameters_are_right = errors.count() == errors_before;
  ErrorList ignored;
  ErrorList& of_parameters = parameters_are_right ? errors : ignored;
  for (const yaml::Entry& entry : section(fields, "sets")) thorn.sets.push_back(read_set(entry, errors));
  for (const yaml::Entry& entry : section(fields, "maps"))
    if (auto map = read_map(thorn, entry, errors)) thorn.maps.push_back(std::move(*map));
  check_set_names(thorn, errors);
  read_mesh(fields, thorn);
  for (const yaml::Entry& entry : section(fields, "groups"))
    if (auto group = read_group(thorn, entry, errors)) thorn.groups.push_back(std::move(*group));
  read_aliases(fields, thorn);
  for (const yaml::Entry& entry : section(fields, "splitters"))
    if (auto splitter = read_splitter(thorn, entry, of_parameters)) thorn.splitters.push_back(std::move(*splitter));
  for (const yaml::Entry& entry : section(fields, "provides"))
    if (auto function = read_function(entry, errors)) thorn.provides.push_back(std::move(*function));
  for (const yaml::Entry& entry : section(fields, "requires"))
    if (auto function = read_function(entry, errors)) thorn.requires_.push_back(std::move(*function));
  read_schedule(fields, thorn, errors, of_parameters);
  if (parameters_are_right)
    read_methods(fields, thorn);
  else
    fields.find("methods");
  check_group_names(thorn, errors);
  fields.finish();
}

} // namespace

bool is_reserved_thorn(const std::string& name) { return name == "bins" || name == "description" || name == "thorns"; }

bool check_name(const std::string& name, const std::string& what, const Location& where, ErrorList& errors) {
  if (is_identifier(name)) return true;
  errors.add(where, what + " \"" + name + "\": " + identifier_rule);
  return false;
}

ThornDeclaration read_thorn_text(const std::string& text, const std::string& path, ErrorList& errors) {
  ThornDeclaration thorn = declaration_of(path);
  thorn.text = text;
  if (const auto root = yaml::parse(text, path, errors)) read_root(*root, thorn, errors);
  return thorn;
}

ThornDeclaration read_thorn(const std::string& path, ErrorList& errors) {
  const auto text = yaml::read_text(path, errors);
  return text ? read_thorn_text(*text, path, errors) : declaration_of(path);
}

} // namespace nopal
