#include "core/declarations/each.hpp"

#include "core/base/suggest.hpp"
#include "core/base/text.hpp"
#include "core/declarations/name_scope.hpp"
#include "core/declarations/tagged_group.hpp"
#include "core/yaml/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace nopal {

namespace {

constexpr std::string_view tag_word = "tag ";

/// A variable of an active thorn.
struct Listed {
  const ThornDeclaration* thorn;
  const GroupDeclaration* group;
  std::size_t number; ///< in the group

  const std::string& name() const { return group->variables[number]; }
  std::string full_name() const { return thorn->name + "::" + name(); }
  bool operator==(const Listed& other) const { return group == other.group && number == other.number; }
};

/// The same, with its own values of parameters.
struct Instance {
  Listed variable;
  std::map<std::string, Value> values; ///< by full name of the parameter
};

/// The position of the colon between a name and what follows; "::" is part of a name.
std::size_t colon_after_name(std::string_view text) {
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at)) {
    if (at + 1 < text.size() && text[at + 1] == ':')
      at += 2;
    else
      return at;
  }
  return std::string_view::npos;
}

/// Expands the items of one thorn.
class Expander {
public:
  Expander(const std::vector<ThornDeclaration>& thorns, const ThornDeclaration& own, const Parameters& parameters,
           ErrorList& errors)
      : thorns_(thorns), own_(own), parameters_(parameters), errors_(errors) {}

  std::vector<ItemDeclaration> schedule() {
    std::vector<ItemDeclaration> items;
    for (const ItemDeclaration& item : own_.schedule) {
      if (item.each)
        expand(item, items);
      else
        items.push_back(item);
    }
    return items;
  }

private:
  void expand(const ItemDeclaration& item, std::vector<ItemDeclaration>& items) {
    ItemDeclaration group = item;
    group.kind = ItemKind::group;
    group.each.reset();
    group.device = false;
    group.uses.clear();
    group.bind.clear();
    group.clauses.clear();
    group.following.clear();
    group.state.reset();
    group.polls = false;
    items.push_back(std::move(group));
    for (const Instance& instance : instances(item)) {
      if (item.each->with && !holds(*item.each->with, item, instance)) continue;
      ItemDeclaration own = item;
      own.each.reset();
      own.name = fmt::format("{}_{}_{}", item.name, instance.variable.thorn->name, instance.variable.name());
      own.compiled = item.name;
      own.bin.clear();
      own.in = item.name;
      own.before.clear();
      own.after.clear();
      own.every.clear();
      own.if_condition.reset();
      own.while_condition.reset();
      for (auto* list : {&own.sync, &own.storage, &own.trigger}) list->clear();
      own.values = instance.values;
      const auto is_bound = [&](BindingDeclaration& binding) { return bind(item, instance, binding); };
      if (std::ranges::all_of(own.bind, is_bound)) items.push_back(std::move(own));
    }
  }

  bool holds(const ConditionDeclaration& condition, const ItemDeclaration& item, const Instance& instance) const {
    const auto part_holds = [&](const ConditionDeclaration& part) { return holds(part, item, instance); };
    switch (condition.kind) {
    case ConditionDeclaration::Kind::all:
      return std::ranges::all_of(condition.parts, part_holds);
    case ConditionDeclaration::Kind::any:
      return std::ranges::any_of(condition.parts, part_holds);
    case ConditionDeclaration::Kind::negation:
      return !part_holds(condition.parts.front());
    case ConditionDeclaration::Kind::comparison:
      break;
    }
    return has_value(item, instance, condition.left) == (condition.op == "true");
  }

  /// Returns whether a keyword parameter that the item uses has this value for the variable.
  bool has_value(const ItemDeclaration& item, const Instance& instance, const std::string& word) const {
    return std::ranges::any_of(item.uses, [&](const std::string& name) {
      const std::string full_name = own_.name + "::" + name;
      const ParameterDeclaration* parameter = parameters_.find(full_name);
      if (parameter == nullptr || parameter->type != ParameterType::keyword || parameter->is_array) return false;
      const auto own = instance.values.find(full_name);
      const Value& value = own == instance.values.end() ? parameters_.value(full_name) : own->second;
      return std::get<std::string>(value.items.front()) == word;
    });
  }

  /// Returns whether there is such a variable. If not, there was an error.
  bool bind(const ItemDeclaration& item, const Instance& instance, BindingDeclaration& binding) {
    if (binding.formal == item.each->formal) {
      binding.source = instance.variable.full_name();
      return true;
    }
    const std::size_t of = binding.source.find(" of ");
    if (of == std::string::npos) {
      const std::string parameter = own_.name + "::" + binding.source;
      const auto own = instance.values.find(parameter);
      if (own != instance.values.end()) binding.source = std::get<std::string>(own->second.items.front());
      const bool is_missing = own == instance.values.end() ? is_empty_text(parameter) : binding.source.empty();
      if (is_missing)
        errors_.add(parameters_.where(parameter),
                    fmt::format("{} is empty, but {} needs it for {}: set it, for this variable as in \"{}: "
                                "{}=<thorn>::<variable>\" under {}::{}",
                                parameter, item.name, instance.variable.full_name(), instance.variable.full_name(),
                                split_name(parameter).name, own_.name, item.each->list));
      return !is_missing;
    }
    const std::string tag = binding.source.substr(0, of);
    const Group& group = instance.variable.group->group;
    const auto found = group.tags.find(tag);
    const auto fail = [&](const std::string& why) {
      errors_.add(group.where, fmt::format("{} uses the tag {} of {}, {}", own_.name, tag, group.full_name(), why));
      return false;
    };
    if (found == group.tags.end())
      return fail(fmt::format("which has none: add \"tags: {{{}: <group>}}\", or leave it out of {}::{}", tag,
                              own_.name, item.each->list));
    const TaggedGroup other = tagged_group(thorns_, instance.variable.thorn->name, found->second);
    if (other.group == nullptr)
      return fail(fmt::format("but {} is no group of an active thorn{}", found->second, other.hint));
    if (instance.variable.number >= other.group->variables.size())
      return fail(fmt::format("but {} has fewer variables", other.group->group.full_name()));
    binding.source = other.thorn->name + "::" + other.group->variables[instance.variable.number];
    return true;
  }

  bool is_empty_text(const std::string& parameter) const {
    const ParameterDeclaration* found = parameters_.find(parameter);
    return found != nullptr && found->type == ParameterType::string && !found->is_array &&
           parameters_.string(parameter).empty();
  }

  std::vector<Instance> instances(const ItemDeclaration& item) {
    std::vector<Instance> found;
    const std::string list = own_.name + "::" + item.each->list;
    for (const std::string& entry : parameters_.strings(list)) {
      const std::size_t colon = colon_after_name(entry);
      const std::string name{trimmed(std::string_view(entry).substr(0, colon))};
      const auto values = colon == std::string::npos
                              ? std::map<std::string, Value>{}
                              : values_of(std::string_view(entry).substr(colon + 1), list, parameters_.where(list));
      for (const Listed& variable : variables(name, list)) {
        auto instance = std::ranges::find(found, variable, &Instance::variable);
        if (instance == found.end()) instance = found.insert(found.end(), {variable, values_in_tag(variable)});
        for (const auto& [parameter, value] : values) instance->values[parameter] = value;
      }
    }
    return found;
  }

  /// The variables that an entry names.
  std::vector<Listed> variables(const std::string& name, const std::string& list) {
    std::vector<Listed> found;
    std::vector<std::string> names;
    const bool by_tag = name.starts_with(tag_word);
    const std::string tag{trimmed(std::string_view(name).substr(by_tag ? tag_word.size() : 0))};
    for (const ThornDeclaration& thorn : thorns_)
      for (const GroupDeclaration& group : thorn.groups) {
        names.push_back(group.group.full_name());
        for (std::size_t v = 0; v < group.variables.size(); ++v) {
          const Listed variable{&thorn, &group, v};
          names.push_back(variable.full_name());
          if (by_tag ? group.group.tags.contains(tag) : name == group.group.full_name() || name == variable.full_name())
            found.push_back(variable);
        }
      }
    if (found.empty() && !by_tag)
      errors_.add_unknown(parameters_.where(list), "variable", split_name(name).name,
                          fmt::format("{} lists \"{}\", which is no variable or group of an active thorn{}", list, name,
                                      suggest_full_name(name, names)));
    return found;
  }

  /// The values that the variable's group has for this thorn: "all=flat; vx: parity_x=odd".
  std::map<std::string, Value> values_in_tag(const Listed& variable) {
    std::map<std::string, Value> values;
    const auto tag = variable.group->group.tags.find(own_.name);
    if (tag == variable.group->group.tags.end()) return values;
    const std::string what = fmt::format("the tag {} of {}", own_.name, variable.group->group.full_name());
    const Location& where = variable.group->group.where;
    for (const std::string_view part : split(tag->second, ';')) {
      const std::size_t colon = colon_after_name(part);
      const std::string name{colon == std::string_view::npos ? "" : trimmed(part.substr(0, colon))};
      if (colon != std::string_view::npos && std::ranges::count(variable.group->variables, name) == 0)
        errors_.add(where, fmt::format("{} names \"{}\", which is no variable of the group{}", what, name,
                                       did_you_mean(name, variable.group->variables)));
      if (colon != std::string_view::npos && name != variable.name()) continue;
      for (const auto& [parameter, value] :
           values_of(colon == std::string_view::npos ? part : part.substr(colon + 1), what, where))
        values[parameter] = value;
    }
    return values;
  }

  /// Whether items of single variables have values of this parameter.
  bool is_for_variables(const std::string& name) const {
    const auto uses = [&](const ItemDeclaration& item) {
      return item.each && (std::ranges::count(item.uses, name) > 0 ||
                           std::ranges::count(item.bind, name, &BindingDeclaration::source) > 0);
    };
    return std::ranges::any_of(own_.schedule, uses);
  }

  /// Reads "order=2, upper_x=flat".
  std::map<std::string, Value> values_of(std::string_view text, const std::string& what, const Location& where) {
    std::map<std::string, Value> values;
    std::vector<std::string> names;
    for (const ParameterDeclaration& parameter : own_.parameters)
      if (is_for_variables(parameter.name)) names.push_back(parameter.name);
    for (const std::string_view part : split(text, ',')) {
      const std::size_t equals = part.find('=');
      const std::string name{trimmed(part.substr(0, equals))};
      const auto declaration = std::ranges::find(own_.parameters, name, &ParameterDeclaration::name);
      if (equals == std::string_view::npos || declaration == own_.parameters.end() || declaration->is_array) {
        errors_.add(where, fmt::format("{}: found \"{}\", expected <parameter>=<value> with a parameter of {}{}", what,
                                       part, own_.name, did_you_mean(name, names)));
        continue;
      }
      if (!is_for_variables(name)) {
        errors_.add(where, fmt::format("{}: {} has one value for all variables: set it in the section \"{}:\" of the "
                                       "parfile",
                                       what, name, own_.name));
        continue;
      }
      yaml::Node node;
      node.kind = yaml::Kind::scalar;
      node.text = trimmed(part.substr(equals + 1));
      node.where = where;
      if (auto value = interpret(node, *declaration, fmt::format("{}: {}", what, name), errors_))
        values[declaration->full_name()] = *std::move(value);
    }
    return values;
  }

  const std::vector<ThornDeclaration>& thorns_;
  const ThornDeclaration& own_;
  const Parameters& parameters_;
  ErrorList& errors_;
};

} // namespace

void expand_each(std::vector<ThornDeclaration>& thorns, const Parameters& parameters, ErrorList& errors) {
  std::vector<std::vector<ItemDeclaration>> schedules;
  for (const ThornDeclaration& thorn : thorns)
    schedules.push_back(Expander(thorns, thorn, parameters, errors).schedule());
  for (std::size_t t = 0; t < thorns.size(); ++t) thorns[t].schedule = std::move(schedules[t]);
}

} // namespace nopal
