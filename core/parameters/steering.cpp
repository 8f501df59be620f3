#include "core/parameters/steering.hpp"

#include "core/base/suggest.hpp"
#include "core/yaml/node.hpp"

#include <set>

namespace nopal {

namespace {

std::vector<std::string> thorns_of(const Parameters& parameters) {
  std::set<std::string> names;
  for (const ParameterDeclaration* declaration : parameters.all()) names.insert(declaration->thorn);
  return {names.begin(), names.end()};
}

void read_change(const std::string& thorn, const yaml::Entry& entry, const Parameters& parameters, ErrorList& errors,
                 std::vector<ParameterChange>& changes) {
  const ParameterDeclaration* declaration = parameters.find(thorn, entry.key, entry.where, errors);
  if (!declaration) return;
  if (declaration->steerable != Steerable::always)
    return errors.add(entry.where,
                      thorn + "." + entry.key +
                          (declaration->steerable == Steerable::recover
                               ? " may change only when a run goes on from a checkpoint: set it in the parfile then"
                               : " may not change: it is not declared steerable"));
  const std::string full_name = declaration->full_name();
  auto value = interpret(entry.value, *declaration, full_name, errors);
  if (!value) return;
  const std::string before = parameters.text(full_name), after = declaration->text(*value);
  // Setting a parameter to its default is a change, because `every:` may ignore a parameter that was not set.
  if (after != before || !parameters.is_set(full_name))
    changes.push_back({full_name, before, after, *std::move(value), entry.value.where});
}

} // namespace

std::vector<ParameterChange> read_changes(const std::string& text, const std::string& name,
                                          const Parameters& parameters, ErrorList& errors) {
  std::vector<ParameterChange> changes;
  const auto root = yaml::parse(text, name, errors);
  if (!root) return changes;
  if (root->kind != yaml::Kind::map) {
    errors.add(root->where,
               "found " + root->describe() + R"(; expected thorns and their parameters, such as "hdf5: {every: 10}")");
    return changes;
  }
  for (const yaml::Entry& section : root->entries) {
    const bool is_map = section.value.kind == yaml::Kind::map;
    if (!parameters.has_thorn(section.key))
      errors.add(section.where,
                 "\"" + section.key + "\" is not an active thorn" + did_you_mean(section.key, thorns_of(parameters)));
    else if (!is_map)
      errors.add(section.value.where, section.key + ": " + section.value.mismatch("parameters and their values"));
    else
      for (const yaml::Entry& entry : section.value.entries)
        read_change(section.key, entry, parameters, errors, changes);
  }
  return changes;
}

} // namespace nopal
