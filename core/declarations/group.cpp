#include "core/base/identifier.hpp"
#include "core/base/text.hpp"
#include "core/declarations/reader.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

constexpr std::int64_t most_timelevels = 99, most_components = 64;

bool is_axis(const std::string& text) {
  if (is_qualified_identifier(text)) return true;
  const auto points = parse_number<long>(text);
  return points && *points > 0 && text[0] != '0';
}

void read_shape(yaml::Fields& fields, GroupDeclaration& declaration) {
  Group& group = declaration.group;
  const bool is_array = group.kind == GroupKind::array;
  const yaml::Entry* entry = is_array ? fields.require("shape", "shape: [10]") : fields.find("shape");
  if (!entry) return;
  if (!is_array) {
    fields.error(*entry, "only arrays have a shape; this group is of type " + to_string(group.kind));
    return;
  }
  declaration.shape = fields.words("shape");
  group.dimension = static_cast<int>(declaration.shape.size());
  if (declaration.shape.empty() || declaration.shape.size() > 3)
    fields.error(*entry, "found " + std::to_string(declaration.shape.size()) + " axes, expected 1 to 3");
  for (const std::string& axis : declaration.shape)
    if (!is_axis(axis))
      fields.error(*entry, "found \"" + axis + "\", expected a number of points or the name of an int parameter");
}

// Reads the keys that only dats have.
void read_dat(yaml::Fields& fields, const ThornDeclaration& thorn, Group& group) {
  if (group.kind != GroupKind::dat) {
    for (const char* key : {"on", "components"})
      if (const yaml::Entry* entry = fields.find(key))
        fields.error(*entry, "only dats lie on a set; this group is of type " + to_string(group.kind));
    return;
  }
  group.set = read_set_name(fields, "on", thorn);
  const std::int64_t components = fields.integer("components", 1);
  if (components >= 1 && components <= most_components)
    group.components = static_cast<int>(components);
  else
    fields.error(*fields.find("components"), fmt::format("found {}, expected 1 to {}", components, most_components));
  if (group.type == Type::complex)
    fields.error(*fields.find("datatype"), "found complex, but dats are real or int: use two components");
}

// A temporary exists inside a stencil only. Reports what it cannot have.
void check_temporary(yaml::Fields& fields, const Group& group, std::int64_t timelevels) {
  const auto refuse = [&](const char* key, const std::string& problem) {
    fields.error(*fields.find(key), problem + ", or remove \"temporary: true\"");
  };
  if (group.kind != GroupKind::gf)
    refuse("type", "found " + to_string(group.kind) + ", but temporaries are grid functions: write \"type: gf\"");
  if (group.type != Type::real)
    refuse("datatype", "found " + to_string(group.type) + ", but temporaries are real: write \"datatype: real\"");
  if (timelevels > 1)
    refuse("timelevels", "found " + std::to_string(timelevels) +
                             ", but a temporary exists inside a stencil only, so it has no past: write "
                             "\"timelevels: 1\"");
  if (const auto tag = group.tags.find("checkpoint"); tag != group.tags.end() && tag->second == "yes")
    refuse("tags", "found \"checkpoint: yes\", but a temporary has no storage that a checkpoint could keep: remove "
                   "this tag");
}

} // namespace

std::map<std::string, std::string> read_tags(yaml::Fields& fields) {
  std::map<std::string, std::string> tags;
  const yaml::Entry* entry = fields.find("tags");
  if (!entry) return tags;
  if (entry->value.kind != yaml::Kind::map) fields.error(*entry, entry->value.mismatch("{name: text, ...}"));
  for (const yaml::Entry& tag : entry->value.entries) {
    if (tag.value.is_scalar())
      tags[tag.key] = tag.value.text;
    else
      fields.error(tag.value.where, "tags: " + tag.key + ": " + tag.value.mismatch("a text"));
  }
  return tags;
}

bool check_group_names(const ThornDeclaration& thorn, ErrorList& errors) {
  std::map<std::string, const Group*> owners;
  std::map<std::string, const Group*> groups;
  bool good = true;
  const auto refuse = [&](const Group& group, const std::string& name, const std::string& problem) {
    errors.add(group.where, fmt::format("group \"{}\": the variable \"{}\" {}", group.name, name, problem));
    good = false;
  };
  for (const GroupDeclaration& declaration : thorn.groups) groups[declaration.group.name] = &declaration.group;
  for (const GroupDeclaration& declaration : thorn.groups) {
    const Group& group = declaration.group;
    for (const std::string& name : declaration.variables) {
      const auto [owner, is_new] = owners.emplace(name, &group);
      if (!is_new)
        refuse(group, name,
               fmt::format("is declared twice, first in the group \"{}\" at {}: rename one of them",
                           owner->second->name, owner->second->where.text()));
      if (const auto clash = groups.find(name); clash != groups.end())
        refuse(group, name,
               fmt::format("has the name of the group at {}: rename one of them", clash->second->where.text()));
    }
  }
  return good;
}

std::optional<GroupDeclaration> read_group(const ThornDeclaration& thorn, const yaml::Entry& entry, ErrorList& errors) {
  check_name(entry.key, "group", entry.where, errors);
  yaml::Fields fields(entry.value, "group \"" + entry.key + "\"", errors);
  if (!fields.is_map()) return std::nullopt;
  GroupDeclaration declaration;
  Group& group = declaration.group;
  group.thorn = thorn.name;
  group.name = entry.key;
  group.where = entry.where;
  const yaml::Entry* kind = fields.require("type", "type: gf");
  const bool is_datatype =
      kind && (kind->value.text == "real" || kind->value.text == "int" || kind->value.text == "complex");
  group.kind = fields.choice(
      "type",
      {{"gf", GroupKind::gf}, {"array", GroupKind::array}, {"scalar", GroupKind::scalar}, {"dat", GroupKind::dat}},
      GroupKind::gf, is_datatype ? ": write \"datatype: " + kind->value.text + "\" for the type of the values" : "");
  group.type =
      fields.choice("datatype", {{"real", Type::real}, {"int", Type::integer}, {"complex", Type::complex}}, Type::real);
  const bool has_variables = fields.require("variables", "variables: [phi]") != nullptr;
  declaration.variables = fields.words("variables");
  const yaml::Entry* timelevels_entry = fields.find("timelevels");
  const std::int64_t timelevels = fields.integer("timelevels", 1);
  read_shape(fields, declaration);
  read_dat(fields, thorn, group);
  group.temporary = fields.boolean("temporary");
  group.unit = fields.word("unit");
  group.description = fields.word("description");
  group.tags = read_tags(fields);
  if (const auto tag = group.tags.find("checkpoint");
      tag != group.tags.end() && tag->second != "no" && tag->second != "yes")
    fields.error(*fields.find("tags"),
                 "checkpoint: found \"" + tag->second + "\", expected yes (checkpoints keep the group) or no");
  if (group.temporary) check_temporary(fields, group, timelevels);
  fields.finish();

  if (has_variables && declaration.variables.empty())
    fields.error(entry.where, "variables: found none, expected at least one name");
  const Location where = has_variables ? entry.value.find("variables")->value.where : entry.where;
  for (const std::string& name : declaration.variables) check_name(name, "variable", where, errors);
  if (timelevels < 1 || timelevels > most_timelevels)
    fields.error(*timelevels_entry,
                 "found " + std::to_string(timelevels) + ", expected 1 to " + std::to_string(most_timelevels));
  else
    group.timelevels = static_cast<int>(timelevels);
  return declaration;
}

} // namespace nopal
