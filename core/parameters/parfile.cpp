#include "core/parameters/parfile.hpp"

#include "core/base/contains.hpp"
#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/yaml/scalars.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

const std::vector<std::string> built_in{"driver", "accelerator"};
/// Keys of a parfile that are no thorns.
const std::vector<std::string> own_keys{"description", "thorns"};
constexpr std::size_t most_thorns = 1000;

std::string text_of(const std::string& path) {
  ErrorList errors;
  auto text = yaml::read_text(path, errors);
  errors.raise_if_any();
  return *std::move(text);
}

// Adds the error for a section of a thorn that is not active.
void refuse_section(const std::string& name, const Location& where, const std::vector<std::string>& active,
                    const std::vector<std::string>& available, ErrorList& errors) {
  if (contains(available, name))
    return errors.add(where, "the thorn " + name + " is not active: add it to \"thorns:\", or remove its parameters");
  if (contains(own_keys, name))
    return errors.add(where, "\"" + name + "\" is a key of the parfile itself, not a thorn: write it there");
  std::vector<std::string> names = active;
  names.insert(names.end(), own_keys.begin(), own_keys.end());
  errors.add(where, fmt::format("\"{}\" is not an active thorn{}; the active thorns are {}", name,
                                errors.is_long() ? "" : did_you_mean(name, names), fmt::join(active, ", ")));
}

void set(const std::string& thorn, const yaml::Entry& entry, Parameters& parameters, ErrorList& errors) {
  const ParameterDeclaration* declaration = parameters.find(thorn, entry.key, entry.where, errors);
  if (!declaration) return;
  const std::string name = declaration->full_name();
  if (auto value = interpret(entry.value, *declaration, name, errors))
    parameters.set(name, *std::move(value), entry.value.where);
  else
    parameters.refuse(name);
}

} // namespace

Parfile::Parfile(const std::string& path, const std::vector<std::string>& overrides)
    : Parfile(text_of(path), path, overrides) {}

Parfile::Parfile(std::string text, std::string path, const std::vector<std::string>& overrides)
    : path_(std::move(path)), text_(std::move(text)), override_texts_(overrides) {
  auto root = yaml::parse(text_, path_, errors_);
  if (!root) errors_.raise_if_any();
  root_ = *std::move(root);
  for (const std::string& override : overrides) read_override(override);
  if (root_.kind != yaml::Kind::map) {
    const std::string what = root_.kind == yaml::Kind::null ? "this parfile is empty" : "found " + root_.describe();
    errors_.add(root_.where, what + "; expected keys such as \"thorns: [wavetoy]\" and a section for each thorn");
    errors_.raise_if_any();
  }
  if (const yaml::Entry* entry = root_.find("description")) {
    const auto reading = yaml::read_string(entry->value);
    description_ = reading.value.value_or("");
    if (!reading.value) errors_.add(entry->value.where, "description: " + reading.problem);
  }
  read_thorns();
}

// Reads "thorn.parameter=value".
void Parfile::read_override(const std::string& text) {
  const auto refuse = [&](const std::string& why) {
    errors_.add({"--set " + text, 0, 0}, why + "; write --set thorn.parameter=value");
  };
  const auto equals = text.find('=');
  if (equals == std::string::npos) return refuse("found no \"=\"");
  const std::string name = text.substr(0, equals);
  const auto dot = name.find('.');
  if (dot == std::string::npos) return refuse("found \"" + name + "\" without a \".\" between thorn and parameter");
  const std::string thorn = name.substr(0, dot);
  const std::string parameter = name.substr(dot + 1);
  if (!is_identifier(thorn) || !is_identifier(parameter))
    return refuse("found \"" + name + "\", which does not name a thorn and a parameter");
  if (auto value = yaml::parse(text.substr(equals + 1), "--set " + name, errors_, false))
    overrides_.push_back({thorn, {parameter, value->where, *value}});
}

void Parfile::read_thorns() {
  const yaml::Entry* entry = root_.find("thorns");
  if (!entry) {
    errors_.add(root_.where, "the key \"thorns\" is missing: write the active thorns, such as \"thorns: [wavetoy]\"");
  } else if (entry->value.items.size() > most_thorns) {
    errors_.add(entry->value.where,
                fmt::format("thorns: found {} names, expected at most {}", entry->value.items.size(), most_thorns));
  } else if (entry->value.kind == yaml::Kind::sequence) {
    for (const yaml::Node& item : entry->value.items) add_thorn(item);
  } else {
    const std::string example = entry->value.is_scalar() ? "[" + entry->value.text + "]" : "[] for none";
    errors_.add(entry->value.where, "thorns: " + entry->value.mismatch("a list of names: write " + example));
  }
}

void Parfile::add_thorn(const yaml::Node& node) {
  const auto reading = yaml::read_word(node);
  const std::string& name = node.text;
  const auto refuse = [&](const std::string& why) { errors_.add(node.where, "thorns: " + why); };
  if (!reading.value) return refuse(reading.problem);
  if (!is_identifier(name)) return refuse(fmt::format("found \"{}\"; {}", name, identifier_rule));
  if (contains(built_in, name)) return refuse(name + " is always active: remove it from the list");
  const auto [first, is_new] = thorn_locations_.emplace(name, node.where);
  if (!is_new)
    return refuse(
        fmt::format("{} is listed twice; the first one is at {}: remove one of them", name, first->second.text()));
  thorns_.push_back(name);
}

std::string Parfile::provenance() const {
  std::string lines = "# " + path_ + '\n';
  for (const std::string& override : override_texts_) lines += "# --set " + override + '\n';
  return lines + text_;
}

Location Parfile::thorn_location(const std::string& thorn) const {
  const auto found = thorn_locations_.find(thorn);
  return found == thorn_locations_.end() ? Location{path_, 0, 0} : found->second;
}

void Parfile::apply(Parameters& parameters, ErrorList& errors, const std::vector<std::string>& available) const {
  for (const std::string& message : errors_.messages()) errors.add(message);
  std::vector<std::string> active = thorns_;
  active.insert(active.end(), built_in.begin(), built_in.end());
  const auto is_known = [&](const std::string& thorn, const Location& where) {
    if (!contains(active, thorn)) refuse_section(thorn, where, active, available, errors);
    return contains(active, thorn) && parameters.has_thorn(thorn);
  };
  for (const yaml::Entry& section : root_.entries) {
    if (contains(own_keys, section.key) || !is_known(section.key, section.where)) continue;
    const yaml::Node& node = section.value;
    if (node.kind != yaml::Kind::map && node.kind != yaml::Kind::null)
      errors.add(node.where, section.key + ": " + node.mismatch("parameters and their values"));
    for (const yaml::Entry& entry : node.entries) set(section.key, entry, parameters, errors);
  }
  for (const Override& override : overrides_)
    if (is_known(override.thorn, override.entry.where)) set(override.thorn, override.entry, parameters, errors);
}

} // namespace nopal
