#include "core/yaml/builder.hpp"

#include <array>
#include <sstream>
#include <utility>

namespace nopal::yaml {

namespace {

// Number of bytes of the UTF-8 character at p; 0: no character.
std::size_t utf8_length(const std::string& text, std::size_t p) {
  const auto first = static_cast<unsigned char>(text[p]);
  const std::size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 0 || first > 0xF4 || p + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[p + i]) & 0xC0) != 0x80) return 0;
  return length;
}

std::string line_of(const std::string& text, int number) {
  std::istringstream stream(text);
  std::string line;
  for (int i = 0; i <= number; ++i)
    if (!std::getline(stream, line)) return "";
  return line;
}

bool is_indented_by_tab(const std::string& line) {
  return line.substr(0, line.find_first_not_of(" \t")).find('\t') != std::string::npos;
}

} // namespace

bool check_characters(const std::string& text, const std::string& name, bool lines, ErrorList& errors) {
  Location where{name, 1, 1};
  const auto refuse = [&](const std::string& found) {
    errors.add(lines ? where : Location{name, 0, 0}, "found " + found + ": save the file as UTF-8 text");
    return false;
  };
  for (std::size_t p = 0; p < text.size();) {
    const auto code = static_cast<unsigned char>(text[p]);
    if ((code < 0x20 && code != '\n' && code != '\r' && code != '\t') || code == 0x7F)
      return refuse("a control character (code " + std::to_string(code) + ")");
    const std::size_t length = utf8_length(text, p);
    if (length == 0) return refuse("a byte that is not a UTF-8 character (code " + std::to_string(code) + ")");
    where.column += static_cast<int>(length);
    if (code == '\n') {
      ++where.line;
      where.column = 1;
    }
    p += length;
  }
  return true;
}

std::optional<std::string> unprintable(const std::string& text) {
  for (std::size_t p = 0; p < text.size(); ++p) {
    const auto code = static_cast<unsigned char>(text[p]);
    if ((code < 0x20 && code != '\n' && code != '\t') || code == 0x7F)
      return "a control character (code " + std::to_string(code) + ")";
    const std::string_view rest = std::string_view(text).substr(p);
    for (const auto& [bytes, name] :
         {std::pair{"\xC2\x85", "U+0085"}, {"\xE2\x80\xA8", "U+2028"}, {"\xE2\x80\xA9", "U+2029"}})
      if (rest.starts_with(bytes)) return std::string("the line separator ") + name;
  }
  return std::nullopt;
}

bool quote_is_closed(const std::string& text, std::size_t position) {
  if (position >= text.size() || (text[position] != '"' && text[position] != '\'')) return true;
  const char quote = text[position];
  for (std::size_t p = position + 1; p < text.size(); ++p) {
    if (text[p] == '\\' && quote == '"') {
      ++p;
    } else if (text[p] == quote) {
      if (quote == '"' || p + 1 == text.size() || text[p + 1] != '\'') return true;
      ++p; // '' stands for one '
    }
  }
  return false;
}

std::string syntax_message(const std::string& message, const std::string& text, int line) {
  static const std::array<std::pair<const char*, const char*>, 10> meanings{{
      {"bad file", "lists and mappings are nested too deeply"},
      {"end of sequence flow not found", "a list that begins with [ is not closed by ]"},
      {"end of map flow not found",
       "a mapping that begins with { is not closed by }, or a text with \": \" in it is not in quotes"},
      {"illegal flow end", "this closing bracket has no opening bracket"},
      {"illegal map value", "a \":\" cannot stand here: put a text with \": \" in quotes, and check the indentation"},
      {"unknown token", "a text cannot begin with this character: put the text in quotes"},
      {"end of map not found", "expected the next \"key: value\" here: check indentation and quotes"},
      {"end of sequence not found", "expected the next \"- item\" here: check indentation and quotes"},
      {"the referenced anchor is not defined", "a text that begins with * must be in quotes"},
      {"alias not found after *", "a text that begins with * must be in quotes"},
  }};
  std::string meaning = message;
  for (const auto& [known, explanation] : meanings)
    if (message.starts_with(known)) meaning = explanation; // yaml-cpp 0.8 adds the name of the anchor
  for (const int near : {line, line - 1})
    if (near >= 0 && is_indented_by_tab(line_of(text, near)))
      return meaning + "; indent with blanks: tabs do not count in YAML";
  return meaning;
}

} // namespace nopal::yaml
