#pragma once
// YAML as nopal reads it: a tree of values, each with its place in the text. It is stricter than YAML: a map has
// each key once, a file has one document, and there are no anchors, aliases or tags.

#include "core/base/error.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopal::yaml {

enum class Kind { null, scalar, sequence, map };

struct Entry;

/// One value. A scalar keeps its text; scalars.hpp reads it as the type that is wanted.
struct Node {
  Kind kind = Kind::null;
  std::string text;           ///< scalars
  bool quoted = false;        ///< scalars: in quotes or a block, so no number and no bool
  std::vector<Node> items;    ///< sequences
  std::vector<Entry> entries; ///< maps, in order; no key twice
  Location where;             ///< of an empty value: the place of its key

  bool is_scalar() const { return kind == Kind::scalar; }
  /// The items of a sequence. Of any other node: the node itself.
  std::span<const Node> each() const { return kind == Kind::sequence ? std::span(items) : std::span(this, 1); }
  /// The value of a key; null if the map has no such key.
  const Entry* find(std::string_view key) const;
  /// The value for messages: `2.5`, `the string "2.5"`, `a list`, `a mapping`, `nothing`.
  std::string describe() const;
  /// "found 2.5, expected <what>"
  std::string mismatch(const std::string& expected) const;
};

struct Entry {
  std::string key;
  Location where;
  Node value;
};

/// Reads one document. The root of an empty text is null. Adds all errors, and returns nothing if the text is no YAML.
/// If a map has a key twice, the error names both places, and the first one counts. Locations use `name` as the name of
/// the file. Without `lines` they have no line and column (for a text from the command line).
std::optional<Node> parse(const std::string& text, const std::string& name, ErrorList& errors, bool lines = true);

/// Returns the text of a file. Adds an error, and returns nothing, if it does not exist, is no regular file, is
/// too large, or cannot be read.
std::optional<std::string> read_text(const std::string& path, ErrorList& errors);

} // namespace nopal::yaml
