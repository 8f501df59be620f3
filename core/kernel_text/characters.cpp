#include "core/kernel_text/characters.hpp"

#include "core/kernel_text/kernel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace nopal {

namespace {

bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// The bytes of the character at `at`, if they are UTF-8; else 0.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t n = 1; n < length; ++n)
    if ((static_cast<unsigned char>(text[at + n]) & 0xC0) != 0x80) return 0;
  return length;
}

unsigned code_point(std::string_view character) {
  unsigned code = static_cast<unsigned char>(character[0]) & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

// Some characters that look like others, or like nothing.
std::string_view instead_of(unsigned code) {
  switch (code) {
  case 0xA0:
  case 0x2007:
  case 0x202F:
    return "write a blank";
  case 0x200B:
  case 0x200C:
  case 0x200D:
  case 0x2060:
  case 0xFEFF:
    return "it is invisible: remove it";
  case 0x2212:
  case 0x2013:
  case 0x2014:
    return "write -";
  case 0xD7:
  case 0x22C5:
  case 0xB7:
    return "write *";
  case 0xB2:
    return "write a product";
  default:
    return "names, numbers and signs have ASCII characters only, other characters are for comments";
  }
}

class CharacterCheck {
public:
  CharacterCheck(const std::string& text, const std::string& path, ErrorList& errors)
      : text_(text), path_(path), errors_(errors) {}

  void run() {
    std::size_t quiet = 0; // behind the comment or quoted text
    for (std::size_t at = 0; at < text_.size() && !errors_.is_long(); ++at) {
      if (at >= quiet) quiet = after_comment_or_text(text_, at);
      const char c = text_[at];
      if (c == '?') trigraph(at);
      if (c == '\\') backslash(at);
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) control(at);
      if (is_beyond_ascii(c) && at >= quiet) at += beyond_ascii(at) - 1;
    }
  }

private:
  void fail(std::size_t at, const std::string& what) { errors_.add(location_in(text_, at, path_), what); }

  void trigraph(std::size_t at) {
    constexpr std::string_view last = "=/'()!<>-";
    if (text_.compare(at, 2, "??") != 0 || at + 2 >= text_.size() || last.find(text_[at + 2]) == std::string_view::npos)
      return;
    fail(at, fmt::format("\"{}\" is a trigraph, which some compilers replace by another character, also in comments: "
                         "put a blank between the question marks",
                         text_.substr(at, 3)));
  }

  void backslash(std::size_t at) {
    const std::size_t next = text_.find_first_not_of(" \t\r\v\f", at + 1);
    if (next == std::string::npos || text_[next] != '\n') return;
    fail(at, "a backslash at the end of a line joins it with the next line, also in a comment, so that the next line "
             "would be a part of it: remove the backslash");
  }

  void control(std::size_t at) {
    const char c = text_[at];
    if (c == '\r' && text_.find_first_not_of('\r', at) < text_.size() &&
        text_[text_.find_first_not_of('\r', at)] != '\n')
      fail(at,
           "a carriage return without a new line behind it: compilers do not agree whether a line ends here; save the "
           "file with the line ends of Unix");
    if (blanks.find(c) != std::string_view::npos) return;
    fail(at, fmt::format("found a control character (code {}): remove it", static_cast<int>(c)));
  }

  // Returns the number of bytes.
  std::size_t beyond_ascii(std::size_t at) {
    const std::size_t length = utf8_length(text_, at);
    if (length == 0) {
      fail(at, fmt::format("the byte 0x{:02X} is no character of ASCII or UTF-8: remove it, or save the file as UTF-8",
                           static_cast<unsigned char>(text_[at])));
      return 1;
    }
    const std::string_view character = std::string_view(text_).substr(at, length);
    const unsigned code = code_point(character);
    fail(at,
         fmt::format("found the character U+{:04X} ({}) outside of a comment: {}", code, character, instead_of(code)));
    return length;
  }

  const std::string& text_;
  const std::string& path_;
  ErrorList& errors_;
};

} // namespace

std::string without_byte_order_mark(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

void check_characters(const std::string& text, const std::string& path, ErrorList& errors) {
  CharacterCheck(text, path, errors).run();
}

} // namespace nopal
