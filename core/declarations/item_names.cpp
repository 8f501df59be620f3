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

void read_bindings(yaml::Fields& fields, ItemDeclaration& item) {
  const yaml::Entry* entry = fields.find("bind");
  if (!entry) return;
  if (entry->value.kind != yaml::Kind::map || entry->value.entries.empty())
    return fields.error(*entry, entry->value.mismatch("{name in the kernel: variable, ...}"));
  for (const yaml::Entry& binding : entry->value.entries) {
    check_name(binding.key, "bound field", binding.where, fields.errors());
    if (binding.value.is_scalar() && is_qualified_identifier(binding.value.text))
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
