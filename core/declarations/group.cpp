#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/declarations/reader.hpp"

#include <charconv>

namespace nopal {

namespace {

constexpr std::int64_t most_timelevels = 99;

// Returns the value for the word of a key. Adds an error, with the closest word, for any other word.
template <class T> T choose(yaml::Fields& fields, const yaml::Entry* entry,
                            const std::vector<std::pair<std::string, T>>& choices, T otherwise,
                            const std::string& advice) {
  if (!entry) return otherwise;
  std::vector<std::string> names;
  std::string all;
  for (const auto& [name, value] : choices) {
    if (entry->value.is_scalar() && entry->value.text == name) return value;
    names.push_back(name);
    all += (all.empty() ? "" : ", ") + name;
  }
  fields.error(*entry, "found " + entry->value.describe() + did_you_mean(entry->value.text, names) +
                           ", expected one of " + all + advice);
  return otherwise;
}

bool is_axis(const std::string& text) {
  if (is_qualified_identifier(text)) return true;
  long points = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), points);
  return error == std::errc() && stop == text.data() + text.size() && points > 0 && text[0] != '0';
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

} // namespace

std::map<std::string, std::string> read_tags(yaml::Fields& fields) {
  std::map<std::string, std::string> tags;
  const yaml::Entry* entry = fields.find("tags");
  if (!entry) return tags;
  if (entry->value.kind != yaml::Kind::map) {
    fields.error(*entry, "found " + entry->value.describe() + ", expected {name: text, ...}");
    return tags;
  }
  for (const yaml::Entry& tag : entry->value.entries) {
    const auto reading = yaml::read_word(tag.value);
    if (reading.value)
      tags[tag.key] = *reading.value;
    else
      fields.error(tag.value.where, "tags: " + tag.key + ": found " + tag.value.describe() + ", expected a text");
  }
  return tags;
}

std::optional<GroupDeclaration> read_group(const std::string& thorn, const yaml::Entry& entry, ErrorList& errors) {
  check_name(entry.key, "group", entry.where, errors);
  yaml::Fields fields(entry.value, "group \"" + entry.key + "\"", errors);
  if (!fields.is_map()) return std::nullopt;
  GroupDeclaration declaration;
  Group& group = declaration.group;
  group.thorn = thorn;
  group.name = entry.key;
  group.where = entry.where;
  const yaml::Entry* kind = fields.require("type", "type: gf");
  const bool is_datatype =
      kind && (kind->value.text == "real" || kind->value.text == "int" || kind->value.text == "complex");
  group.kind = choose<GroupKind>(
      fields, kind, {{"gf", GroupKind::gf}, {"array", GroupKind::array}, {"scalar", GroupKind::scalar}}, GroupKind::gf,
      is_datatype ? ": write \"datatype: " + kind->value.text + "\" for what the values are" : "");
  group.type = choose<Type>(fields, fields.find("datatype"),
                            {{"real", Type::real}, {"int", Type::integer}, {"complex", Type::complex}}, Type::real, "");
  const bool has_variables = fields.require("variables", "variables: [phi]") != nullptr;
  declaration.variables = fields.words("variables");
  const yaml::Entry* timelevels_entry = fields.find("timelevels");
  const std::int64_t timelevels = fields.integer("timelevels", 1);
  read_shape(fields, declaration);
  group.unit = fields.word("unit");
  group.description = fields.word("description");
  group.tags = read_tags(fields);
  if (const auto tag = group.tags.find("checkpoint");
      tag != group.tags.end() && tag->second != "no" && tag->second != "yes")
    fields.error(*fields.find("tags"),
                 "checkpoint: found \"" + tag->second + "\", expected yes (checkpoints keep the group) or no");
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
