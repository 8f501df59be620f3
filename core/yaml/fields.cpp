#include "core/yaml/fields.hpp"

#include "core/base/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal::yaml {

Fields::Fields(const Node& node, std::string what, ErrorList& errors)
    : node_(&node), what_(std::move(what)), errors_(errors),
      is_map_(node.kind == Kind::map || node.kind == Kind::null) {
  if (!is_map_) error(node.where, node.mismatch("a mapping of keys to values"));
}

const Entry* Fields::find(const std::string& key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  return node_->find(key);
}

const Entry* Fields::require(const std::string& key, const std::string& example) {
  const Entry* entry = find(key);
  if (!entry && is_map_) error(node_->where, "the key \"" + key + "\" is missing: write " + example);
  return entry;
}

template <class T> T Fields::read(const std::string& key, Reading<T> (*reader)(const Node&), T otherwise) {
  const Entry* entry = find(key);
  if (!entry) return otherwise;
  const Reading<T> reading = reader(entry->value);
  if (!reading.value) error(*entry, reading.problem);
  return reading.value.value_or(otherwise);
}

std::string Fields::word(const std::string& key) { return read(key, read_word); }
bool Fields::boolean(const std::string& key) { return read(key, read_bool); }
std::int64_t Fields::integer(const std::string& key, std::int64_t otherwise) {
  return read(key, read_integer, otherwise);
}

std::vector<std::string> Fields::words(const std::string& key) {
  const Entry* entry = find(key);
  if (!entry) return {};
  const Node& value = entry->value;
  if (value.is_scalar()) return {value.text};
  if (value.kind != Kind::sequence) error(*entry, value.mismatch("a list of names: write [] for none"));
  std::vector<std::string> words;
  for (const Node& item : value.items) {
    if (item.is_scalar())
      words.push_back(item.text);
    else
      error(item.where, key + ": " + read_word(item).problem);
  }
  return words;
}

void Fields::refuse_choice(const Entry& entry, const std::vector<std::string>& words, const std::string& advice) {
  error(entry, fmt::format("found {}{}, expected one of {}{}", entry.value.describe(),
                           did_you_mean(entry.value.text, words), fmt::join(words, ", "), advice));
}

void Fields::finish() {
  for (const Entry& entry : node_->entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    error(entry.where, fmt::format("unknown key \"{}\"{}; allowed keys: {}", entry.key, did_you_mean(entry.key, known_),
                                   fmt::join(known_, ", ")));
  }
}

void Fields::error(const Location& where, const std::string& message) {
  errors_.add(where, what_.empty() ? message : what_ + ": " + message);
}

void Fields::error(const Entry& entry, const std::string& message) {
  error(entry.value.where, entry.key + ": " + message);
}

} // namespace nopal::yaml
