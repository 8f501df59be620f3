#include "core/generator/branches.hpp"

#include "core/generator/kernel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace nopal {

namespace {

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

/// Returns true if the body, with dummy values, may divide an integer by zero or use a wrong index of a local array.
bool may_go_astray(const std::string& text, std::vector<std::string> integers, const Counters& counters) {
  static const std::regex local(R"(\bint\s+([A-Za-z_]\w*))"), more(R"(\bint\b[^;]*,)");
  static const std::regex divisor(R"([/%][=\s]*(\(|\w*))"), index(R"(\[([^\]]*))");
  for (const std::smatch& match : matches(text, local))
    if (!contains(counters.all, match[1])) integers.push_back(match[1]);
  const bool several = std::regex_search(without_parentheses(text), more); // `int a = 1, b = 2` is not analysed
  const auto suspect = [&](const std::string& part) {
    const std::vector<std::string> names = names_in(part);
    return std::any_of(names.begin(), names.end(), [&](const auto& name) { return contains(integers, name); }) ||
           (several && !names.empty());
  };
  for (const std::smatch& match : matches(text, divisor))
    if (suspect(match[1] == "(" ? parenthesised(text, static_cast<std::size_t>(match.position(1))) : match.str(1)))
      return true;
  for (const std::smatch& match : matches(text, index))
    for (const std::string& name : names_in(match[1]))
      if (!contains(counters.to_number, name)) return true;
  return false;
}

std::size_t after_blanks(const std::string& text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

/// The position after the bracket that closes the one at `at`.
std::size_t after_brackets(const std::string& text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(' || text[at] == '{') ++depth;
    if ((text[at] == ')' || text[at] == '}') && --depth == 0) return at + 1;
  }
  return at;
}

bool is_word_at(const std::string& text, std::size_t at, const std::string& word) {
  return text.compare(at, word.size(), word) == 0 &&
         (at + word.size() >= text.size() || !in_name(text[at + word.size()]));
}

/// The position after the statement that begins at or after `at`. An `if` has its `else`.
std::size_t after_statement(const std::string& text, std::size_t at) {
  at = after_blanks(text, at);
  if (at < text.size() && text[at] == '{') return after_brackets(text, at);
  const bool is_if = is_word_at(text, at, "if");
  if (!is_if && !is_word_at(text, at, "for") && !is_word_at(text, at, "while") && !is_word_at(text, at, "switch"))
    return std::min(text.find(';', at), text.size());
  const std::size_t end = after_statement(text, after_brackets(text, std::min(text.find('(', at), text.size())));
  const std::size_t next = after_blanks(text, end < text.size() && text[end] == ';' ? end + 1 : end);
  return is_if && is_word_at(text, next, "else") ? after_statement(text, next + 4) : end;
}

/// The position after the operand of `?`, `&&` or `||` at `at`: the end of the statement, or of the brackets around it.
std::size_t after_operand(const std::string& text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ';' || (text[at] == ')' && --depth < 0)) return at;
  }
  return at;
}

/// Whether the condition of the branch `word` at `at` is made of ni, nj, nk, dimension and numbers only. For `?`, `&&`
/// and `||`, all that stands before it in its statement counts as the condition.
bool follows_normal(const std::string& text, const std::string& word, std::size_t at) {
  static const std::vector<std::string> known{"ni", "nj", "nk", "dimension", "if"};
  if (word == "for" || word == "while" || word == "do" || word == "switch") return false;
  const std::size_t before = at == 0 ? std::string::npos : text.find_last_of(";{}", at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::string condition = word == "if" ? parenthesised(text, at) : text.substr(begin, at - begin);
  const std::vector<std::string> names = names_in(condition);
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return contains(known, name); });
}

/// Whether the branch `word` at `at` skips the same at each element of a set.
bool is_same_for_all(const std::string& text, const std::string& word, std::size_t at, const FixedNames& fixed) {
  static const std::regex type(R"(\b(int|if)\b)"), assignment(R"(^[^=]*?[^=<>!]=(?!=))");
  if (word == "while" || word == "do" || word == "switch") return false;
  if (word == "for") return fixed.are_fixed(std::regex_replace(parenthesised(text, at), type, ""));
  if (word == "if") return fixed.are_constant(parenthesised(text, at));
  const std::size_t before = at == 0 ? std::string::npos : text.find_last_of(";{}", at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::string condition = std::regex_replace(text.substr(begin, at - begin), assignment, "");
  return fixed.are_constant(std::regex_replace(condition, type, ""));
}

/// The accesses of a body to its fields.
class Accesses {
public:
  Accesses(const std::string& text, const std::vector<std::string>& fields, const FixedNames& names)
      : text_(text), fields_(fields) {
    static const std::vector<std::string> own{"i", "j", "k", "ni", "nj", "nk"};
    for (const std::smatch& access : all(text))
      for (const std::string& name : names_in(parenthesised(text, static_cast<std::size_t>(access.position()))))
        fixed_ = fixed_ && (contains(own, name) || names.are_fixed(name));
  }

  /// Whether the branch `word` at this position may hide accesses.
  bool are_hidden_by(const std::string& word, std::size_t at) const {
    static const std::regex leaves(R"(\b(return|break|continue|goto)\b)");
    if (!fixed_ || word == "switch" || word == "while" || word == "do") return true;
    const std::size_t end = word == "if" || word == "for" ? after_statement(text_, at) : after_operand(text_, at);
    const std::size_t begin = word == "if" ? after_brackets(text_, text_.find('(', at)) : at;
    const std::string skipped = text_.substr(begin, end - begin);
    return !all(skipped).empty() || std::regex_search(skipped, leaves);
  }

private:
  std::vector<std::smatch> all(const std::string& text) const {
    static const std::regex call(R"([A-Za-z_]\w*(?=\s*\())");
    std::vector<std::smatch> found = matches(text, call);
    std::erase_if(found, [&](const std::smatch& match) { return !contains(fields_, match.str()); });
    return found;
  }

  const std::string& text_;
  const std::vector<std::string>& fields_;
  bool fixed_ = true; ///< no value that a branch may change is in an index
};

} // namespace

Branches find_branches(const std::string& body, const std::vector<std::string>& fields,
                       const std::vector<std::string>& scalars, const FixedNames& fixed) {
  static const std::regex branch(R"(\b(if|for|while|do|switch)\b|\?|&&|\|\|)");
  const std::string text = without_comments(body);
  const Accesses accesses(text, fields, fixed);
  Branches branches;
  Counters counters;
  for (const std::smatch& match : matches(text, branch)) {
    const std::string word = match.str();
    const auto at = static_cast<std::size_t>(match.position());
    if (!is_same_for_all(text, word, at, fixed) && accesses.are_hidden_by(word, at)) {
      const Location where = location_in(text, at, "");
      branches.places.push_back(fmt::format("{}:{} {}", where.line, where.column, word));
      branches.follow_normal = branches.follow_normal && follows_normal(text, word, at);
    }
    if (word == "while" || word == "do" || (word == "for" && !counts_up(parenthesised(text, at), counters)))
      branches.recordable = false;
  }
  if (may_go_astray(text, scalars, counters)) branches.recordable = false;
  return branches;
}

} // namespace nopal
