#include "core/base/identifier.hpp"
#include "core/declarations/item_keys.hpp"
#include "core/declarations/reader.hpp"

#include <algorithm>

namespace nopal {

namespace {

class ItemReader {
public:
  ItemReader(const yaml::Node& node, ErrorList& errors)
      : errors_(errors), what_(describe(node)), fields_(node, what_, errors) {}

  std::optional<ItemDeclaration> read();

private:
  static std::string describe(const yaml::Node& node);
  void read_target();
  void read_place();
  std::vector<std::string> names(const std::string& key);
  std::optional<ConditionDeclaration> condition(const std::string& key);
  void read_bindings();
  std::optional<Access> state();
  Mode mode();
  ItemKinds kind();
  void check_launched();

  ErrorList& errors_;
  std::string what_;
  yaml::Fields fields_;
  ItemDeclaration item_;
};

// The name of the item for messages.
std::string ItemReader::describe(const yaml::Node& node) {
  for (const char* key : {"as", "kernel", "function", "group"})
    if (const yaml::Entry* entry = node.find(key))
      if (entry->value.is_scalar()) return "schedule item \"" + entry->value.text + "\"";
  return "schedule item";
}

void ItemReader::read_target() {
  static const std::vector<std::pair<std::string, ItemKind>> kinds{
      {"kernel", ItemKind::kernel}, {"function", ItemKind::function}, {"group", ItemKind::group}};
  std::string found;
  for (const auto& [key, kind] : kinds) {
    const yaml::Entry* entry = fields_.find(key);
    if (!entry) continue;
    if (!found.empty()) {
      fields_.error(entry->where, "found both \"" + found + "\" and \"" + key + "\"; expected one of them");
      continue;
    }
    found = key;
    item_.kind = kind;
    const auto reading = yaml::read_word(entry->value);
    item_.target = reading.value.value_or("");
    if (!reading.value)
      fields_.error(*entry, reading.problem);
    else
      check_name(item_.target, key, entry->value.where, errors_);
  }
  if (found.empty())
    fields_.error(fields_.where(), "says neither \"kernel\" nor \"function\" nor \"group\": write what to schedule, "
                                   "such as \"kernel: evolve\"");
  item_.name = fields_.word("as", item_.target);
  if (const yaml::Entry* entry = fields_.find("as")) check_name(item_.name, "name", entry->value.where, errors_);
}

void ItemReader::read_place() {
  const yaml::Entry* at = fields_.find("at");
  const yaml::Entry* in = fields_.find("in");
  item_.bin = fields_.word("at");
  item_.in = fields_.word("in");
  item_.launched_by = names("launched_by");
  if (fields_.find("launched_by")) return check_launched();
  if (at && in) fields_.error(in->where, "found both \"at\" and \"in\"; expected a bin (at) or a schedule group (in)");
  if (!at && !in)
    fields_.error(fields_.where(), "says neither \"at\" nor \"in\": write a bin, such as \"at: evol\", or a schedule "
                                   "group, such as \"in: boundaries\"");
  if (at && at->value.is_scalar()) check_name(item_.bin, "bin", at->value.where, errors_);
  if (in && in->value.is_scalar() && !is_qualified_identifier(item_.in))
    fields_.error(*in, "found \"" + item_.in + "\", expected the name of a schedule group");
}

std::vector<std::string> ItemReader::names(const std::string& key) {
  std::vector<std::string> names = fields_.words(key);
  for (const std::string& name : names)
    if (!is_qualified_identifier(name))
      fields_.error(*fields_.find(key), "found \"" + name + "\", expected a name such as phi or wavetoy::phi");
  return names;
}

std::optional<ConditionDeclaration> ItemReader::condition(const std::string& key) {
  const yaml::Entry* entry = fields_.find(key);
  if (!entry) return std::nullopt;
  return parse_condition(entry->value, what_ + ": " + key, errors_);
}

std::optional<Access> ItemReader::state() {
  const yaml::Entry* entry = fields_.find("state");
  if (!entry) return std::nullopt;
  const std::string word = fields_.word("state");
  if (item_.device) fields_.error(*entry, "only functions that run on the host read or write the state of a run");
  if (word == "reads") return Access::read;
  if (word == "writes") return Access::write;
  fields_.error(*entry, "found \"" + word + "\", expected reads or writes");
  return std::nullopt;
}

Mode ItemReader::mode() {
  const std::vector<std::string> options = fields_.words("options");
  Mode mode = Mode::local;
  for (const std::string& option : options) {
    if (option != "local" && option != "global")
      fields_.error(*fields_.find("options"), "found \"" + option + "\", expected local or global");
    if (option == "global") mode = Mode::global;
  }
  if (options.size() > 1) fields_.error(*fields_.find("options"), "expected one of local and global");
  return mode;
}

void ItemReader::check_launched() {
  const yaml::Entry& launched = *fields_.find("launched_by");
  if (item_.kind == ItemKind::kernel && item_.launched_by.empty())
    fields_.error(launched, "found no name; expected functions of this thorn, such as [solve]");
}

ItemKinds ItemReader::kind() {
  if (item_.kind == ItemKind::function) return functions;
  if (item_.kind == ItemKind::group) return groups;
  return fields_.find("launched_by") ? launched_kernels : kernels;
}

void ItemReader::read_bindings() {
  const yaml::Entry* entry = fields_.find("bind");
  if (!entry) return;
  if (entry->value.kind != yaml::Kind::map || entry->value.entries.empty())
    return fields_.error(*entry, "found " + entry->value.describe() + ", expected {name in the kernel: variable, ...}");
  for (const yaml::Entry& binding : entry->value.entries) {
    check_name(binding.key, "bound field", binding.where, errors_);
    if (binding.value.is_scalar() && is_qualified_identifier(binding.value.text))
      item_.bind.push_back({binding.key, binding.value.text, binding.where});
    else
      fields_.error(binding.value.where, "bind: " + binding.key + ": found " + binding.value.describe() +
                                             ", expected a string parameter, or a variable as thorn::name");
  }
}

std::optional<ItemDeclaration> ItemReader::read() {
  if (!fields_.is_map()) return std::nullopt;
  item_.where = fields_.where();
  read_target();
  check_item_keys(fields_, kind());
  read_place();
  item_.before = names("before");
  item_.after = names("after");
  item_.if_condition = condition("if");
  item_.while_condition = condition("while");
  item_.every = read_every(fields_, fields_.find("every"), "every");
  item_.device = fields_.boolean("device", false);
  item_.uses = names("uses");
  item_.block = read_block(fields_);
  read_bindings();
  read_clauses(fields_, what_, item_);
  item_.state = state();
  item_.sync = names("sync");
  item_.storage = names("storage");
  item_.trigger = names("trigger");
  item_.mode = mode();
  item_.tags = read_tags(fields_);
  item_.description = fields_.word("description");
  const yaml::Entry* writes = fields_.find("writes");
  const bool writes_nothing = !writes || (!writes->value.is_scalar() && writes->value.items.empty());
  if (item_.kind == ItemKind::kernel && writes_nothing)
    fields_.error(fields_.where(), "a kernel writes at least one grid function: write \"writes: [phi(interior)]\"");
  fields_.finish();
  if (item_.target.empty()) return std::nullopt;
  return std::move(item_);
}

} // namespace

const BindingDeclaration* ItemDeclaration::binding(const std::string& name) const {
  const auto found = std::find_if(bind.begin(), bind.end(), [&](const auto& each) { return each.formal == name; });
  return found == bind.end() ? nullptr : &*found;
}

std::optional<ItemDeclaration> read_item(const yaml::Node& node, ErrorList& errors) {
  if (node.kind != yaml::Kind::map) {
    errors.add(node.where,
               "schedule: found " + node.describe() + ", expected an item such as {kernel: evolve, at: evol}");
    return std::nullopt;
  }
  return ItemReader(node, errors).read();
}

} // namespace nopal
