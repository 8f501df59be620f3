#include "core/parameters/value.hpp"

#include "core/yaml/scalars.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace nopal {

namespace {

// Shortest text that reads back to the same bits.
std::string real_text(double value) {
  if (std::isinf(value)) return value > 0 ? ".inf" : "-.inf";
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

bool is_plain_character(unsigned char c) {
  return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '/' || c == '-' || c == ':';
}

// Whether a YAML list can hold the text without quotes, so that it is read back as a string.
bool stands_plain(const std::string& text) {
  if (text.empty() || text.back() == ':' || text == "null" || text == "Null" || text == "NULL") return false;
  const auto first = static_cast<unsigned char>(text.front());
  if (std::isalpha(first) == 0 && first != '_' && first != '/') return false;
  if (!std::all_of(text.begin(), text.end(), is_plain_character)) return false;
  yaml::Node node;
  node.kind = yaml::Kind::scalar;
  node.text = text;
  return yaml::read_string(node).value.has_value();
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + "\"";
}

struct ScalarText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return real_text(value); }
  std::string operator()(const std::string& value) const { return stands_plain(value) ? value : quoted(value); }
};

} // namespace

std::string Value::text() const {
  std::string text;
  for (const Scalar& item : items) {
    if (!text.empty()) text += ", ";
    text += std::visit(ScalarText(), item);
  }
  return is_array ? "[" + text + "]" : text;
}

} // namespace nopal
