#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

#include <algorithm>
#include <charconv>

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
  std::vector<std::string> every(const yaml::Entry* entry, const std::string& label);
  std::vector<ClauseDeclaration> clauses(const std::string& key);
  void read_clause(const yaml::Node& node, const std::string& key, std::vector<ClauseDeclaration>& clauses);
  void read_from(const yaml::Node& node, const std::string& key);
  static void read_which(yaml::Fields& from, ClausesFromParameter& result);
  std::optional<Access> state();
  Mode mode();
  void check_launched();
  std::vector<std::string> extents(const yaml::Entry& entry);
  std::optional<BlockDeclaration> block();
  void check_group();

  ErrorList& errors_;
  std::string what_;
  yaml::Fields fields_;
  ItemDeclaration item_;
};

// Named as early as possible, so that every message says which item it is about.
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

// A number of iterations, or names of parameters.
std::vector<std::string> ItemReader::every(const yaml::Entry* entry, const std::string& label) {
  if (!entry) return {};
  const yaml::Node& node = entry->value;
  if (node.kind == yaml::Kind::sequence) {
    std::vector<std::string> names;
    for (const yaml::Node& name : node.items) {
      if (name.is_scalar() && is_qualified_identifier(name.text))
        names.push_back(name.text);
      else
        fields_.error(name.where, label + ": found " + name.describe() + ", expected the name of a parameter");
    }
    if (node.items.empty())
      fields_.error(node.where, label + ": found an empty list, expected the names of parameters");
    return names;
  }
  if (node.is_scalar() && is_qualified_identifier(node.text)) return {node.text};
  const auto number = yaml::read_integer(node);
  if (number.value && *number.value >= 0) return {node.text};
  fields_.error(node.where, label + ": found " + node.describe() +
                                ", expected the name of a parameter, a list of names, or a number of iterations (0 is "
                                "never)");
  return {};
}

void ItemReader::read_from(const yaml::Node& node, const std::string& key) {
  const bool follows = key == "reads" || key == "reduces";
  if (!follows || !item_.reads_from.empty() || !item_.reduces_from.empty()) {
    fields_.error(node.where, follows
                                  ? key + ": found a second {from: ...}; expected at most one of reads: and reduces:"
                                  : key + ": found a mapping; only reads and reduces follow a parameter");
    return;
  }
  yaml::Fields from(node, what_ + ": " + key, errors_);
  ClausesFromParameter result;
  result.where = node.where;
  const yaml::Entry* entry = from.require("from", "{from: variables, every: every}");
  result.from = from.word("from");
  if (entry && entry->value.is_scalar() && !is_qualified_identifier(result.from))
    from.error(*entry, "found \"" + result.from + "\", expected the name of a string[] parameter");
  result.in_texts = from.boolean("in_texts", false);
  result.every = every(from.find("every"), key + ": every");
  if (key == "reduces") read_which(from, result);
  from.finish();
  (key == "reduces" ? item_.reduces_from : item_.reads_from).push_back(std::move(result));
}

// The parameter that lists them, or a list of reductions.
void ItemReader::read_which(yaml::Fields& from, ClausesFromParameter& result) {
  const yaml::Entry* entry = from.find("which");
  if (!entry || entry->value.kind != yaml::Kind::sequence) {
    result.which = from.word("which");
    return;
  }
  result.reductions = from.words("which");
  if (entry->value.items.empty()) from.error(*entry, "found no reduction; list some, or leave it out for any");
}

void ItemReader::read_clause(const yaml::Node& node, const std::string& key, std::vector<ClauseDeclaration>& clauses) {
  if (node.kind == yaml::Kind::map) {
    read_from(node, key);
  } else if (!node.is_scalar()) {
    fields_.error(node.where, key + ": found " + node.describe() + ", expected a clause such as phi@1(interior)");
  } else {
    ErrorList found;
    auto clause = parse_clause(node.text, node.where, found);
    if (clause && key == "reduces" && clause->region) {
      fields_.error(node.where, "reduces: found the region of \"" + node.text +
                                    "\"; reductions are of the owned points: leave it out");
    } else if (clause) {
      clauses.push_back(std::move(*clause));
    }
    for (const std::string& message : found.messages()) errors_.add(message);
  }
}

std::vector<ClauseDeclaration> ItemReader::clauses(const std::string& key) {
  std::vector<ClauseDeclaration> clauses;
  const yaml::Entry* entry = fields_.find(key);
  if (!entry) return clauses;
  if (entry->value.kind == yaml::Kind::sequence)
    for (const yaml::Node& item : entry->value.items) read_clause(item, key, clauses);
  else
    read_clause(entry->value, key, clauses);
  return clauses;
}

std::optional<Access> ItemReader::state() {
  const yaml::Entry* entry = fields_.find("state");
  if (!entry) return std::nullopt;
  const std::string word = fields_.word("state");
  if (item_.kind != ItemKind::function || item_.device)
    fields_.error(*entry, "only functions that run on the host read or write the state of a run");
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
  if (item_.kind != ItemKind::kernel)
    fields_.error(launched, "only kernels are launched by functions");
  else if (item_.launched_by.empty())
    fields_.error(launched, "found no name; expected functions of this thorn, such as [solve]");
  for (const char* key :
       {"at", "in", "before", "after", "every", "if", "while", "device", "sync", "storage", "trigger", "options"})
    if (const yaml::Entry* entry = fields_.find(key))
      fields_.error(entry->where, "a kernel that functions launch has no \"" + std::string(key) +
                                      "\": it runs when and where they do");
}

// One to three numbers or names of int parameters.
std::vector<std::string> ItemReader::extents(const yaml::Entry& entry) {
  const bool one = entry.value.is_scalar();
  const std::size_t n = one ? 1 : entry.value.items.size();
  std::vector<std::string> extents;
  for (std::size_t item = 0; item < n; ++item) {
    const yaml::Node& node = one ? entry.value : entry.value.items[item];
    const auto number = yaml::read_integer(node);
    if (node.is_scalar() && (is_qualified_identifier(node.text) || (number.value && *number.value >= 1)))
      extents.push_back(node.text);
    else
      fields_.error(entry, "found " + node.describe() +
                               ", expected a number of at least 1 or the name of an int "
                               "parameter");
  }
  if (n < 1 || n > 3)
    fields_.error(entry, "found " + std::to_string(n) + " numbers, expected one to three, along i, j, k");
  return extents;
}

std::optional<BlockDeclaration> ItemReader::block() {
  const yaml::Entry* threads = fields_.find("threads");
  const yaml::Entry* over = fields_.find("over");
  const yaml::Entry* shared = fields_.find("shared");
  for (const yaml::Entry* entry : {threads, over, shared})
    if (entry && item_.kind != ItemKind::kernel)
      fields_.error(entry->where, "only kernels have \"threads\", \"over\" and \"shared\"");
  for (const yaml::Entry* entry : {over, shared})
    if (entry && !threads)
      fields_.error(entry->where, "found \"over\" or \"shared\" without \"threads\"; block kernels say how many "
                                  "threads a block has, such as \"threads: [8, 8]\"");
  if (!threads) return std::nullopt;
  BlockDeclaration block;
  block.where = threads->where;
  block.threads = extents(*threads);
  const Region region = over && over->value.is_scalar() ? region_from_word(over->value.text) : Region::none;
  block.region_is_named = any(region);
  if (any(region))
    block.region = region;
  else if (over)
    block.points = extents(*over);
  if (shared) {
    const std::vector<std::string> elements = extents(*shared);
    if (elements.size() == 1)
      block.shared = elements.front();
    else
      fields_.error(*shared, "expected one number, the elements of the shared array without extent");
  }
  return block;
}

void ItemReader::check_group() {
  for (const char* key : {"device", "uses", "reads", "reduces", "writes", "options"})
    if (const yaml::Entry* entry = fields_.find(key))
      fields_.error(entry->where,
                    "a schedule group has no \"" + std::string(key) + "\": give it to the routines in the group");
}

std::optional<ItemDeclaration> ItemReader::read() {
  if (!fields_.is_map()) return std::nullopt;
  item_.where = fields_.where();
  read_target();
  read_place();
  item_.before = names("before");
  item_.after = names("after");
  item_.if_condition = condition("if");
  item_.while_condition = condition("while");
  item_.every = every(fields_.find("every"), "every");
  item_.device = fields_.boolean("device", false);
  item_.uses = names("uses");
  item_.block = block();
  item_.reads = clauses("reads");
  item_.reduces = clauses("reduces");
  item_.writes = clauses("writes");
  item_.state = state();
  item_.sync = names("sync");
  item_.storage = names("storage");
  item_.trigger = names("trigger");
  item_.mode = mode();
  item_.tags = read_tags(fields_);
  item_.description = fields_.word("description");
  if (item_.kind == ItemKind::group) check_group();
  const yaml::Entry* writes = fields_.find("writes");
  const bool writes_nothing = !writes || (!writes->value.is_scalar() && writes->value.items.empty());
  if (item_.kind == ItemKind::kernel && writes_nothing)
    fields_.error(fields_.where(), "a kernel writes at least one grid function: write \"writes: [phi(interior)]\"");
  fields_.finish();
  if (item_.target.empty()) return std::nullopt;
  return std::move(item_);
}

} // namespace

std::optional<ItemDeclaration> read_item(const yaml::Node& node, ErrorList& errors) {
  if (node.kind != yaml::Kind::map) {
    errors.add(node.where,
               "schedule: found " + node.describe() + ", expected an item such as {kernel: evolve, at: evol}");
    return std::nullopt;
  }
  return ItemReader(node, errors).read();
}

} // namespace nopal
