#include "core/parameters/parfile.hpp"

#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/parameters/interpret.hpp"
#include "core/parameters/overrides.hpp"
#include "core/parameters/unknown.hpp"
#include "core/yaml/scalars.hpp"

#include <algorithm>

namespace nopal {

struct Parfile::Implementation {
  std::string path;
  std::string text;
  std::vector<std::string> override_texts;
  yaml::Node root;
  std::string description;
  std::vector<std::string> thorns;
  std::vector<Location> thorn_locations;
  std::vector<Override> overrides;
  ErrorList errors; ///< for apply()

  Implementation(yaml::Node read, std::string name, std::string contents, const std::vector<std::string>& texts,
                 ErrorList found);
  void read_description();
  void read_thorns();
  void add_thorn(const yaml::Node& node);
  bool is_active(const std::string& thorn) const;
  void apply_section(const yaml::Entry& section, Parameters& parameters, ErrorList& found) const;
  void set(const std::string& thorn, const std::string& name, const Location& where, const yaml::Node& value,
           Parameters& parameters, ErrorList& found) const;
  void refuse_section(const std::string& name, const Location& where, const std::vector<std::string>& available,
                      ErrorList& found) const;
};

namespace {

const std::vector<std::string> built_in{"driver", "accelerator"};

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

Parfile::Implementation::Implementation(yaml::Node read, std::string name, std::string contents,
                                        const std::vector<std::string>& texts, ErrorList found)
    : path(std::move(name)), text(std::move(contents)), override_texts(texts), root(std::move(read)),
      errors(std::move(found)) {
  for (const std::string& text : texts)
    if (auto parsed = parse_override(text, errors)) overrides.push_back(std::move(*parsed));
  if (root.kind != yaml::Kind::map) {
    const std::string what = root.kind == yaml::Kind::null ? "this parfile is empty" : "found " + root.describe();
    errors.add(root.where, what + "; expected keys such as \"thorns: [wavetoy]\" and a section for each thorn");
    errors.raise_if_any();
  }
  read_description();
  read_thorns();
}

void Parfile::Implementation::read_description() {
  const yaml::Entry* entry = root.find("description");
  if (!entry) return;
  const auto reading = yaml::read_string(entry->value);
  if (reading.value)
    description = *reading.value;
  else
    errors.add(entry->value.where, "description: " + reading.problem);
}

void Parfile::Implementation::read_thorns() {
  const yaml::Entry* entry = root.find("thorns");
  if (!entry) {
    errors.add({path, 0, 0}, "the key \"thorns\" is missing: write the active thorns, such as \"thorns: [wavetoy]\"");
  } else if (entry->value.kind == yaml::Kind::sequence) {
    for (const yaml::Node& item : entry->value.items) add_thorn(item);
  } else {
    const std::string example = entry->value.is_scalar() ? "[" + entry->value.text + "]" : "[] for none";
    errors.add(entry->value.where,
               "thorns: found " + entry->value.describe() + ", expected a list of names: write " + example);
  }
}

void Parfile::Implementation::add_thorn(const yaml::Node& node) {
  const auto reading = yaml::read_word(node);
  if (!reading.value) {
    errors.add(node.where, "thorns: " + reading.problem);
    return;
  }
  const std::string& name = *reading.value;
  const auto first = std::find(thorns.begin(), thorns.end(), name);
  if (!is_identifier(name)) {
    errors.add(node.where, "thorns: found \"" + name + "\"; " + identifier_rule);
  } else if (contains(built_in, name)) {
    errors.add(node.where, "thorns: " + name + " is always active: remove it from the list");
  } else if (first != thorns.end()) {
    errors.add(node.where, "thorns: " + name + " stands twice; the first one is at " +
                               thorn_locations[first - thorns.begin()].text() + ": remove one of them");
  } else {
    thorns.push_back(name);
    thorn_locations.push_back(node.where);
  }
}

bool Parfile::Implementation::is_active(const std::string& thorn) const {
  return contains(thorns, thorn) || contains(built_in, thorn);
}

void Parfile::Implementation::refuse_section(const std::string& name, const Location& where,
                                             const std::vector<std::string>& available, ErrorList& found) const {
  if (contains(available, name)) {
    found.add(where, "the thorn " + name + " is not active: add it to \"thorns:\", or remove this");
    return;
  }
  std::vector<std::string> names = thorns;
  names.insert(names.end(), built_in.begin(), built_in.end());
  std::string all;
  for (const std::string& thorn : names) all += (all.empty() ? "" : ", ") + thorn;
  names.insert(names.end(), {"description", "thorns"});
  found.add(where, "\"" + name + "\" is not an active thorn" + did_you_mean(name, names) + "; active are " + all);
}

void Parfile::Implementation::apply_section(const yaml::Entry& section, Parameters& parameters,
                                            ErrorList& found) const {
  const yaml::Node& node = section.value;
  if (node.kind != yaml::Kind::map && node.kind != yaml::Kind::null) {
    found.add(node.where, section.key + ": found " + node.describe() + ", expected parameters and their values");
    return;
  }
  for (const yaml::Entry& entry : node.entries)
    set(section.key, entry.key, entry.where, entry.value, parameters, found);
}

void Parfile::Implementation::set(const std::string& thorn, const std::string& name, const Location& where,
                                  const yaml::Node& value, Parameters& parameters, ErrorList& found) const {
  const std::string full_name = thorn + "::" + name;
  if (const ParameterDeclaration* declaration = parameters.find(full_name)) {
    if (auto result = interpret(value, *declaration, full_name, found))
      parameters.set(full_name, std::move(*result), value.where);
    else
      parameters.refuse(full_name);
    return;
  }
  report_unknown(thorn, name, where, parameters, found);
}

Parfile::Parfile() = default;
Parfile::~Parfile() = default;
Parfile::Parfile(Parfile&&) noexcept = default;
Parfile& Parfile::operator=(Parfile&&) noexcept = default;

Parfile::Parfile(const std::string& path, const std::vector<std::string>& overrides) {
  ErrorList errors;
  const auto text = yaml::read_text(path, errors);
  if (!text) errors.raise_if_any();
  *this = from_text(*text, path, overrides);
}

Parfile Parfile::from_text(const std::string& text, const std::string& name,
                           const std::vector<std::string>& overrides) {
  ErrorList errors;
  auto root = yaml::parse(text, name, errors);
  if (!root) errors.raise_if_any();
  Parfile parfile;
  parfile.implementation_ =
      std::make_unique<Implementation>(std::move(*root), name, text, overrides, std::move(errors));
  return parfile;
}

const std::string& Parfile::path() const { return implementation_->path; }
const std::string& Parfile::description() const { return implementation_->description; }
const std::string& Parfile::text() const { return implementation_->text; }
const std::vector<std::string>& Parfile::thorns() const { return implementation_->thorns; }

std::string Parfile::provenance() const {
  std::string lines = "# " + path() + '\n';
  for (const std::string& override : implementation_->override_texts) lines += "# --set " + override + '\n';
  return lines + implementation_->text;
}

Location Parfile::thorn_location(const std::string& thorn) const {
  const auto& thorns = implementation_->thorns;
  const auto found = std::find(thorns.begin(), thorns.end(), thorn);
  if (found == thorns.end()) return {implementation_->path, 0, 0};
  return implementation_->thorn_locations[found - thorns.begin()];
}

void Parfile::apply(Parameters& parameters, ErrorList& errors, const std::vector<std::string>& available) const {
  const Implementation& parfile = *implementation_;
  for (const std::string& message : parfile.errors.messages()) errors.add(message);
  for (const yaml::Entry& section : parfile.root.entries) {
    if (section.key == "description" || section.key == "thorns") continue;
    if (!parfile.is_active(section.key))
      parfile.refuse_section(section.key, section.where, available, errors);
    else if (parameters.has_thorn(section.key))
      parfile.apply_section(section, parameters, errors);
  }
  for (const Override& override : parfile.overrides) {
    const Location& where = override.value.where;
    if (!parfile.is_active(override.thorn))
      parfile.refuse_section(override.thorn, where, available, errors);
    else if (parameters.has_thorn(override.thorn))
      parfile.set(override.thorn, override.parameter, where, override.value, parameters, errors);
  }
}

} // namespace nopal
