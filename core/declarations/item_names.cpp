// Reads names in an item or in a stage.

#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

namespace nopal {

std::string read_name(yaml::Fields& fields, const std::string& key, const std::string& what) {
  std::string name = fields.word(key);
  if (const yaml::Entry* entry = fields.find(key); entry && entry->value.is_scalar())
    check_name(name, what, entry->value.where, fields.errors());
  return name;
}

std::vector<std::string> read_names(yaml::Fields& fields, const std::string& key) {
  std::vector<std::string> names = fields.words(key);
  for (const std::string& name : names)
    if (!is_qualified_identifier(name))
      fields.error(*fields.find(key), "found \"" + name + "\", expected a name such as phi or wavetoy::phi");
  return names;
}

namespace {

/// "rhs of u", for the name u of `each:`.
bool is_tag_of(const std::string& source, const ItemDeclaration& item) {
  const std::string end = item.each ? " of " + item.each->formal : "";
  return item.each && source.ends_with(end) && is_identifier(source.substr(0, source.size() - end.size()));
}

} // namespace

void read_each(yaml::Fields& fields, ItemDeclaration& item) {
  const yaml::Entry* entry = fields.find("each");
  const std::optional<ConditionDeclaration> with = read_condition(fields, "with");
  if (const yaml::Entry* condition = fields.find("with"); condition && !entry)
    fields.error(*condition, "it chooses variables for \"each\", which is not there: add \"each\", or remove \"with\"");
  if (!entry) return;
  const auto& entries = entry->value.entries;
  if (entry->value.kind != yaml::Kind::map || entries.size() != 1 || !entries[0].value.is_scalar() ||
      !is_identifier(entries[0].value.text))
    return fields.error(*entry,
                        entry->value.mismatch("{name in the kernel or function: string[] parameter of the thorn}"));
  if (!check_name(entries[0].key, "bound field", entries[0].where, fields.errors())) return;
  item.each = EachDeclaration{entries[0].key, entries[0].value.text, with, entry->where};
  item.bind.push_back({item.each->formal, item.each->list, entry->where});
}

void read_bindings(yaml::Fields& fields, ItemDeclaration& item) {
  const yaml::Entry* entry = fields.find("bind");
  if (!entry) return;
  if (entry->value.kind != yaml::Kind::map || entry->value.entries.empty())
    return fields.error(*entry, entry->value.mismatch("{name in the kernel or function: variable, ...}"));
  for (const yaml::Entry& binding : entry->value.entries) {
    check_name(binding.key, "bound field", binding.where, fields.errors());
    if (binding.value.is_scalar() &&
        (is_qualified_identifier(binding.value.text) || is_tag_of(binding.value.text, item)))
      item.bind.push_back({binding.key, binding.value.text, binding.where});
    else
      fields.error(binding.value.where,
                   "bind: " + binding.key + ": " +
                       binding.value.mismatch("the name of a string parameter, or a variable as thorn::name"));
  }
}

bool lists_nothing(const yaml::Entry* entry) {
  return !entry || (!entry->value.is_scalar() && entry->value.items.empty());
}

} // namespace nopal
