#include "core/generator/branches.hpp"

#include "core/generator/kernel_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <string_view>

namespace nopal {

namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The text between the parentheses that open at or after `at`.
std::string parenthesised(const std::string& text, std::size_t at) {
  const std::size_t open = text.find('(', at);
  if (open == std::string::npos) return "";
  int depth = 0;
  for (std::size_t end = open; end < text.size(); ++end) {
    if (text[end] == '(') ++depth;
    if (text[end] == ')' && --depth == 0) return text.substr(open + 1, end - open - 1);
  }
  return "";
}

/// The names in a text. A name begins with a letter or underscore.
std::vector<std::string> names_in(const std::string& text) {
  static const std::regex name(R"([A-Za-z_]\w*)");
  std::vector<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) names.push_back(at->str());
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Counters of loops that always end: `int n = …; n < …; ++n`.
struct Counters {
  std::vector<std::string> all;
  std::vector<std::string> to_number; ///< counters whose bound is a number
};

/// Leaves out arguments of calls and headers of loops.
std::string without_parentheses(std::string text) {
  static const std::regex innermost(R"(\([^()]*\))");
  for (std::string before; before != text;) {
    before = text;
    text = std::regex_replace(text, innermost, " ");
  }
  return text;
}

bool counts_up(const std::string& header, Counters& counters) {
  static const std::regex shape(
      R"(\s*int\s+(\w+)\s*=[^;,]*;\s*\1\s*<=?([^;&|?]*);\s*(\+\+\s*\1|\1\s*\+\+|\1\s*\+=\s*[1-9]\d*)\s*)");
  std::smatch parts;
  if (!std::regex_match(header, parts, shape)) return false;
  counters.all.push_back(parts[1]);
  if (names_in(parts[2]).empty()) counters.to_number.push_back(parts[1]);
  return true;
}

/// Whether the body, with dummy values, may divide an integer by zero or leave a local array.
bool may_go_astray(const std::string& text, std::vector<std::string> integers, const Counters& counters) {
  static const std::regex local(R"(\bint\s+([A-Za-z_]\w*))"), more(R"(\bint\b[^;]*,)");
  for (std::sregex_iterator at(text.begin(), text.end(), local), end; at != end; ++at)
    if (!contains(counters.all, (*at)[1])) integers.push_back((*at)[1]);
  const bool several = std::regex_search(without_parentheses(text), more); // `int a = 1, b = 2` is not analysed
  const auto suspect = [&](const std::string& part) {
    const std::vector<std::string> names = names_in(part);
    return std::any_of(names.begin(), names.end(), [&](const auto& name) { return contains(integers, name); }) ||
           (several && !names.empty());
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '/' || text[at] == '%') {
      std::size_t next = at + 1;
      while (next < text.size() && (text[next] == '=' || std::isspace(static_cast<unsigned char>(text[next])))) ++next;
      std::size_t end = next;
      while (end < text.size() && in_name(text[end])) ++end;
      if (suspect(next < text.size() && text[next] == '(' ? parenthesised(text, next) : text.substr(next, end - next)))
        return true;
    } else if (text[at] == '[') {
      const std::size_t close = text.find(']', at);
      for (const std::string& name : names_in(text.substr(at, close == std::string::npos ? close : close - at)))
        if (!contains(counters.to_number, name)) return true;
    }
  }
  return false;
}

} // namespace

Branches find_branches(const std::string& body, const std::vector<std::string>& scalars) {
  constexpr std::array<std::string_view, 5> words = {"if", "for", "while", "do", "switch"};
  const std::string text = without_comments(body);
  Branches branches;
  Counters counters;
  int line = 1;
  std::size_t line_start = 0;
  const auto add = [&](std::size_t at, std::string_view what) {
    branches.places.push_back(std::to_string(line) + ":" + std::to_string(at - line_start + 1) + " " +
                              std::string(what));
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') {
      ++line;
      line_start = at + 1;
    } else if (text[at] == '?') {
      add(at, "?");
    } else if ((text[at] == '&' || text[at] == '|') && at + 1 < text.size() && text[at + 1] == text[at]) {
      add(at, text.substr(at, 2));
      ++at;
    } else if (in_name(text[at])) {
      const std::size_t first = at;
      while (at + 1 < text.size() && in_name(text[at + 1])) ++at;
      const std::string word = text.substr(first, at - first + 1);
      if (std::find(words.begin(), words.end(), word) == words.end()) continue;
      add(first, word);
      const bool loop = word == "for" || word == "while" || word == "do";
      if (loop && !(word == "for" && counts_up(parenthesised(text, at), counters))) branches.recordable = false;
    }
  }
  if (may_go_astray(text, scalars, counters)) branches.recordable = false;
  return branches;
}

} // namespace nopal
