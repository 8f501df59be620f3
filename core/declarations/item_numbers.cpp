// Reads numbers of an item that may also be names of parameters: every:, threads:, over:, shared:.

#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

namespace nopal {

namespace {

// Reads one to three numbers or names of int parameters.
std::vector<std::string> read_extents(yaml::Fields& fields, const yaml::Entry& entry) {
  const std::size_t n = entry.value.each().size();
  std::vector<std::string> extents;
  for (const yaml::Node& node : entry.value.each()) {
    const auto number = yaml::read_integer(node);
    if (node.is_scalar() && (is_qualified_identifier(node.text) || (number.value && *number.value >= 1)))
      extents.push_back(node.text);
    else
      fields.error(entry, node.mismatch("a number of at least 1 or the name of an int parameter"));
  }
  if (n < 1 || n > 3)
    fields.error(entry, "found " + std::to_string(n) + " numbers, expected one to three, along i, j, k");
  return extents;
}

} // namespace

std::vector<std::string> read_every(yaml::Fields& fields, const yaml::Entry* entry, const std::string& label) {
  if (!entry) return {};
  const yaml::Node& node = entry->value;
  if (node.kind == yaml::Kind::sequence) {
    std::vector<std::string> names;
    for (const yaml::Node& name : node.items) {
      if (name.is_scalar() && is_qualified_identifier(name.text))
        names.push_back(name.text);
      else
        fields.error(name.where, label + ": " + name.mismatch("the name of a parameter"));
    }
    if (node.items.empty()) fields.error(node.where, label + ": found an empty list, expected the names of parameters");
    return names;
  }
  if (node.is_scalar() && is_qualified_identifier(node.text)) return {node.text};
  const auto number = yaml::read_integer(node);
  if (number.value && *number.value >= 0) return {node.text};
  fields.error(node.where,
               label + ": " +
                   node.mismatch("the name of a parameter, a list of names, or a number of iterations (0: never)"));
  return {};
}

std::optional<LoopDeclaration> read_loop(yaml::Fields& fields) {
  const yaml::Entry* over = fields.find("over");
  if (!over || fields.find("threads") || !over->value.is_scalar()) return std::nullopt;
  const std::string& set = over->value.text;
  if (!is_qualified_identifier(set) || any(region_from_word(set))) return std::nullopt;
  return LoopDeclaration{set, over->where};
}

std::optional<BlockDeclaration> read_block(yaml::Fields& fields) {
  const yaml::Entry* threads = fields.find("threads");
  const yaml::Entry* over = read_loop(fields) ? nullptr : fields.find("over");
  const yaml::Entry* shared = fields.find("shared");
  for (const yaml::Entry* entry : {over, shared})
    if (entry && !threads)
      fields.error(entry->where,
                   "found \"" + entry->key +
                       "\" without \"threads\": write the threads of a block, such as \"threads: [8, 8]\"" +
                       (entry == over ? ", or the name of a set, such as \"over: cells\"" : ""));
  if (!threads) return std::nullopt;
  BlockDeclaration block;
  block.where = threads->where;
  const bool automatic = threads->value.is_scalar() && threads->value.text == automatic_threads;
  block.threads = automatic ? std::vector<std::string>{automatic_threads} : read_extents(fields, *threads);
  const Region region = over && over->value.is_scalar() ? region_from_word(over->value.text) : Region::none;
  block.region_is_named = any(region);
  if (any(region))
    block.region = region;
  else if (over)
    block.points = read_extents(fields, *over);
  if (shared) {
    const std::vector<std::string> elements = read_extents(fields, *shared);
    if (elements.size() == 1)
      block.shared = elements.front();
    else
      fields.error(*shared, "expected one number: the elements of the shared array");
  }
  return block;
}

} // namespace nopal
