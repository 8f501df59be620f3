#pragma once
// Reads the keys of a map by type, and refuses keys that nobody has asked for.

#include "core/yaml/scalars.hpp"

#include <vector>

namespace nopal::yaml {

/// Every message begins with the thing that is read: `parameter "shape"`. For a wrong value an error is added and the
/// value `otherwise` is returned. An empty node is a map without entries.
class Fields {
public:
  Fields(const Node& node, std::string what, ErrorList& errors);

  /// Whether the node is a map or empty.
  bool is_map() const { return is_map_; }
  /// Null if the key is absent.
  const Entry* find(const std::string& key);
  /// The same, with an error if the key is absent.
  const Entry* require(const std::string& key, const std::string& example);

  std::string string(const std::string& key, const std::string& otherwise = "");
  std::string word(const std::string& key, const std::string& otherwise = "");
  bool boolean(const std::string& key, bool otherwise);
  std::int64_t integer(const std::string& key, std::int64_t otherwise);
  /// One name, or a list of names.
  std::vector<std::string> words(const std::string& key);

  /// Call this last: adds an error for each key that nobody has asked for, with the closest known key.
  void finish();

  /// Adds "<what>: <message>".
  void error(const Location& where, const std::string& message);
  /// Adds "<what>: <key>: <message>".
  void error(const Entry& entry, const std::string& message);
  const Location& where() const { return node_->where; }
  ErrorList& errors() { return errors_; }

private:
  template <class T> T read(const std::string& key, T otherwise, Reading<T> (*reader)(const Node&));

  const Node* node_;
  std::string what_;
  ErrorList& errors_;
  bool is_map_;
  std::vector<std::string> known_;
};

} // namespace nopal::yaml
