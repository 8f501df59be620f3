#pragma once
// Reads the keys of a map by type, and refuses unknown keys.

#include "core/yaml/scalars.hpp"

#include <vector>

namespace nopal::yaml {

/// Every message begins with the thing that is read: `parameter "shape"`. A wrong value adds an error. If the value is
/// wrong or absent, the functions return `otherwise`, false or nothing. An empty node is a map without entries.
class Fields {
public:
  Fields(const Node& node, std::string what, ErrorList& errors);

  /// Whether the node is a map or empty.
  bool is_map() const { return is_map_; }
  /// Null if the key is absent.
  const Entry* find(const std::string& key);
  /// The same, with an error if the key is absent.
  const Entry* require(const std::string& key, const std::string& example);

  std::string word(const std::string& key);
  bool boolean(const std::string& key);
  std::int64_t integer(const std::string& key, std::int64_t otherwise);
  /// One name, or a list of names.
  std::vector<std::string> words(const std::string& key);
  /// The value that belongs to a word. `choices`: all words with their values. `advice` ends the error for other words.
  template <class T> T choice(const std::string& key, const std::vector<std::pair<std::string, T>>& choices,
                              T otherwise, const std::string& advice = "") {
    const Entry* entry = find(key);
    if (!entry) return otherwise;
    std::vector<std::string> words;
    for (const auto& [word, value] : choices) {
      if (entry->value.is_scalar() && entry->value.text == word) return value;
      words.push_back(word);
    }
    refuse_choice(*entry, words, advice);
    return otherwise;
  }

  /// Call this last: adds an error with the closest known key for each key that no call has asked for.
  void finish();

  /// Adds "<what>: <message>".
  void error(const Location& where, const std::string& message);
  /// Adds "<what>: <key>: <message>".
  void error(const Entry& entry, const std::string& message);
  const Location& where() const { return node_->where; }
  const std::string& what() const { return what_; }
  ErrorList& errors() { return errors_; }

private:
  template <class T> T read(const std::string& key, Reading<T> (*reader)(const Node&), T otherwise = {});
  void refuse_choice(const Entry& entry, const std::vector<std::string>& words, const std::string& advice);

  const Node* node_;
  std::string what_;
  ErrorList& errors_;
  bool is_map_;
  std::vector<std::string> known_;
};

} // namespace nopal::yaml
