#include "core/yaml/node.hpp"

#include <algorithm>

namespace nopal::yaml {

namespace {

// Shortens a text to one line that fits into a message.
std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 60;
  std::string line = text.substr(0, longest);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return text.size() > longest ? line + "..." : line;
}

} // namespace

const Entry* Node::find(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

std::string Node::describe() const {
  switch (kind) {
  case Kind::null:
    return "nothing";
  case Kind::sequence:
    return "a list";
  case Kind::map:
    return "a mapping";
  case Kind::scalar:
    break;
  }
  return quoted ? "the string \"" + shortened(text) + "\"" : shortened(text);
}

std::string Node::mismatch(const std::string& expected) const {
  return "found " + describe() + ", expected " + expected;
}

} // namespace nopal::yaml
