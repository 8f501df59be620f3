#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

// The name of the item for messages.
std::string describe(const yaml::Node& node) {
  for (const char* key : {"stencil", "as", "kernel", "function", "group"})
    if (const yaml::Entry* entry = node.find(key); entry && entry->value.is_scalar())
      return "schedule item \"" + entry->value.text + "\"";
  return "schedule item";
}

constexpr std::pair<const char*, ItemKind> targets[] = {{"kernel", ItemKind::kernel},
                                                        {"function", ItemKind::function},
                                                        {"group", ItemKind::group},
                                                        {"stencil", ItemKind::stencil}};

// Reads what the item schedules. If there are several targets, the first one counts. But a stencil comes first: a
// kernel beside it is meant for one of its stages.
void read_target(yaml::Fields& fields, ItemDeclaration& item) {
  std::string found;
  for (const auto& [key, kind] : targets)
    if (fields.find(key) && (found.empty() || kind == ItemKind::stencil)) {
      found = key;
      item.kind = kind;
    }
  if (found.empty())
    return fields.error(fields.where(),
                        "the item has no \"kernel\", \"function\", \"group\" or \"stencil\": write what to "
                        "schedule, such as \"kernel: evolve\"");
  for (const auto& [key, kind] : targets)
    if (const yaml::Entry* entry = fields.find(key); entry && key != found)
      fields.error(entry->where, item.kind == ItemKind::stencil && kind == ItemKind::kernel
                                     ? "a stencil cannot have the key \"kernel\": write it in a stage, under \"stages\""
                                     : "found both \"" + found + "\" and \"" + key + "\"; expected one of them");
  item.target = read_name(fields, found, found);
  item.name = fields.find("as") ? read_name(fields, "as", "name") : item.target;
}

ItemKinds kind_of(yaml::Fields& fields, ItemKind kind) {
  if (kind == ItemKind::function) return functions;
  if (kind == ItemKind::group) return groups;
  if (kind == ItemKind::stencil) return stencils;
  return fields.find("launched_by") ? launched_kernels : kernels;
}

void read_place(yaml::Fields& fields, ItemDeclaration& item) {
  const yaml::Entry* at = fields.find("at");
  const yaml::Entry* in = fields.find("in");
  item.launched_by = read_names(fields, "launched_by");
  if (const yaml::Entry* launched = fields.find("launched_by")) {
    if (item.kind == ItemKind::kernel && item.launched_by.empty())
      fields.error(*launched, "found no name; expected functions of this thorn, such as [solve]");
    return;
  }
  item.bin = read_name(fields, "at", "bin");
  item.in = fields.word("in");
  if (at && in) fields.error(in->where, "found both \"at\" and \"in\"; expected a bin (at) or a schedule group (in)");
  if (!at && !in)
    fields.error(fields.where(), "the item has neither \"at\" nor \"in\": write a bin, such as \"at: evol\", or a "
                                 "schedule group, such as \"in: boundaries\"");
  if (in && in->value.is_scalar() && !is_qualified_identifier(item.in))
    fields.error(*in, "found \"" + item.in + "\", expected the name of a schedule group");
}

std::optional<Access> read_state(yaml::Fields& fields, const ItemDeclaration& item) {
  const yaml::Entry* entry = fields.find("state");
  if (entry && item.device)
    fields.error(*entry, "only functions that run on the host may read or write the state of a run: remove \"device\"");
  return fields.choice<std::optional<Access>>("state", {{"reads", Access::read}, {"writes", Access::write}},
                                              std::nullopt);
}

bool read_polls(yaml::Fields& fields, ItemKind kind) {
  if (!fields.boolean("polls") || kind != ItemKind::function) return false;
  for (const char* key :
       {"reads", "reduces", "interpolates", "writes", "state", "sync", "storage", "trigger", "device"})
    if (const yaml::Entry* entry = fields.find(key))
      fields.error(*entry, fmt::format("a function with \"polls: true\" may be called less often than once an "
                                       "iteration, so it names no variables: remove \"polls\" or \"{}\"",
                                       key));
  return true;
}

void check_kernel_writes(yaml::Fields& fields, const ItemDeclaration& item) {
  if (item.kind != ItemKind::kernel) return;
  if (const yaml::Entry* bind = fields.find("bind"); bind && item.loop)
    fields.error(bind->where,
                 "the names of a loop over a set are those of its variables, or those after \"as\": remove "
                 "\"bind\"");
  if (item.loop && !item.launched_by.empty())
    fields.error(item.loop->where,
                 "functions cannot launch a loop over a set: remove \"launched_by\", and write a bin, "
                 "such as \"at: evol\"");
  const auto lists = [&](const char* key) { return !lists_nothing(fields.find(key)); };
  if (!item.loop && !lists("writes"))
    fields.error(item.where, "a kernel writes at least one grid function: write \"writes: [phi(interior)]\"");
  if (item.loop && !lists("writes") && !lists("increments") && !lists("minima") && !lists("maxima"))
    fields.error(item.where, "a loop over a set writes or increments something: write \"writes: [q]\" or "
                             "\"increments: [res via edge_cells]\"");
}

Mode read_mode(yaml::Fields& fields) {
  const std::vector<std::string> options = fields.words("options");
  Mode mode = Mode::local;
  for (const std::string& option : options) {
    if (option != "local" && option != "global")
      fields.error(*fields.find("options"), "found \"" + option + "\", expected local or global");
    if (option == "global") mode = Mode::global;
  }
  if (options.size() > 1) fields.error(*fields.find("options"), "found several options, expected local or global");
  return mode;
}

} // namespace

const BindingDeclaration* ItemDeclaration::binding(const std::string& name) const {
  const auto found = std::find_if(bind.begin(), bind.end(), [&](const auto& each) { return each.formal == name; });
  return found == bind.end() ? nullptr : &*found;
}

std::vector<ItemDeclaration> read_item(const yaml::Node& node, const VerticalAxis& axis, ErrorList& errors) {
  if (node.kind != yaml::Kind::map) {
    errors.add(node.where, "schedule: " + node.mismatch("an item such as {kernel: evolve, at: evol}"));
    return {};
  }
  yaml::Fields fields(node, describe(node), errors);
  ItemDeclaration item;
  item.where = node.where;
  read_target(fields, item);
  check_item_keys(node, fields, kind_of(fields, item.kind));
  read_place(fields, item);
  item.also_at = fields.words("also_at");
  item.last = fields.boolean("last");
  item.before = read_names(fields, "before");
  item.after = read_names(fields, "after");
  item.if_condition = read_condition(fields, "if");
  item.while_condition = read_condition(fields, "while");
  item.every = read_every(fields, fields.find("every"), "every");
  item.device = fields.boolean("device");
  item.uses = read_names(fields, "uses");
  item.block = read_block(fields);
  item.loop = read_loop(fields);
  read_each(fields, item);
  read_bindings(fields, item);
  read_clauses(fields, item);
  item.state = read_state(fields, item);
  item.sync = read_names(fields, "sync");
  item.storage = read_names(fields, "storage");
  item.trigger = read_names(fields, "trigger");
  item.polls = read_polls(fields, item.kind);
  item.mode = read_mode(fields);
  item.tags = read_tags(fields);
  item.description = fields.word("description");
  check_kernel_writes(fields, item);
  std::vector<ItemDeclaration> items;
  if (item.kind == ItemKind::stencil) items = read_stages(fields, axis, item);
  fields.finish();
  if (item.target.empty()) return {};
  items.insert(items.begin(), std::move(item));
  return items;
}

} // namespace nopal
