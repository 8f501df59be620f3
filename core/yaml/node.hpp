#pragma once
// YAML as nopal reads it: a tree of values with the place where each was written. Stricter than YAML: keys are
// unique names, one document a file, no anchors, aliases or tags.

#include "core/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal::yaml {

enum class Kind { null, scalar, sequence, map };

struct Entry;

/// One value. Scalars keep their text: what it means depends on the type that is asked for (scalars.hpp).
struct Node {
  Kind kind = Kind::null;
  std::string text;           ///< scalars
  bool quoted = false;        ///< scalars: in quotes or a block, so never a number or bool
  std::vector<Node> items;    ///< sequences
  std::vector<Entry> entries; ///< maps, in order; no key twice
  Location where;             ///< of a value left empty: that of its key

  bool is_scalar() const { return kind == Kind::scalar; }
  /// The value of a key; null where there is none.
  const Entry* find(std::string_view key) const;
  /// For messages: `2.5`, `the string "2.5"`, `a list`, `a mapping`, `nothing`.
  std::string describe() const;
};

struct Entry {
  std::string key;
  Location where;
  Node value;
};

/// Reads one document; the root of an empty text is null. Adds all errors; without a value where the text is no
/// YAML at all. A key that stands twice is an error that names both places; the first one counts.
/// `name` is the file in locations; `lines` false leaves line and column out (a text from the command line).
std::optional<Node> parse(const std::string& text, const std::string& name, ErrorList& errors, bool lines = true);

/// The same of a file. Errors for one that does not exist, is a folder, or cannot be read.
std::optional<Node> load(const std::string& path, ErrorList& errors);

/// The text of a file, or an error.
std::optional<std::string> read_text(const std::string& path, ErrorList& errors);

} // namespace nopal::yaml
