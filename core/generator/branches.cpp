#include "core/generator/branches.hpp"

#include "core/generator/branch_ends.hpp"
#include "core/kernel_text/kernel_text.hpp"
#include "core/kernel_text/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace nopal {

namespace {

using NameViews = std::unordered_set<std::string_view>;

NameViews set_of(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

bool is_loop_or_switch(const Token& word) { return word.is("while") || word.is("do") || word.is("switch"); }

/// LoopCounters of loops that always end: `int n = …; n < …; ++n`.
struct LoopCounters {
  NameViews all;
  NameViews to_number; ///< counters whose bound is a number
};

bool counts_up(const Tokens& tokens, std::size_t open, LoopCounters& counters) {
  const std::size_t close = tokens[open].partner, name = open + 2;
  if (close == Token::no_partner || !tokens[open + 1].is("int") || !tokens[name].is_name() || !tokens[name + 1].is("="))
    return false;
  std::size_t at = name + 2;
  while (at < close && !tokens[at].is(";") && !tokens[at].is(",")) ++at;
  if (!tokens[at].is(";") || tokens[at + 1].text != tokens[name].text ||
      (!tokens[at + 2].is("<") && !tokens[at + 2].is("<=")))
    return false;
  bool has_name = false;
  for (at += 3; at < close && !tokens[at].is(";"); ++at) {
    if (tokens[at].text.find_first_of("&|?") != std::string_view::npos) return false;
    has_name = has_name || tokens[at].is_name();
  }
  const std::string_view counter = tokens[name].text, first = tokens[at + 1].text, second = tokens[at + 2].text;
  const bool steps = (first == "++" && second == counter) || (first == counter && second == "++");
  const bool adds = first == counter && second == "+=" && tokens[at + 3].kind == Token::Kind::number &&
                    tokens[at + 3].text.front() != '0' &&
                    tokens[at + 3].text.find_first_not_of("0123456789") == std::string_view::npos;
  if (at >= close || close != at + (adds ? 4 : 3) || !(steps || adds)) return false;
  counters.all.insert(counter);
  if (!has_name) counters.to_number.insert(counter);
  return true;
}

/// Whether a definition such as `int a = 1, b = 2` stands outside of parentheses.
bool defines_several(const Tokens& tokens) {
  bool in_definition = false;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (tokens[n].is("(") && tokens[n].partner != Token::no_partner) n = tokens[n].partner;
    if (tokens[n].is("int")) in_definition = true;
    if (tokens[n].is(";")) in_definition = false;
    if (tokens[n].is(",") && in_definition) return true;
  }
  return false;
}

/// Returns true if the body, with dummy values, may divide an integer by zero or use a wrong index of a local array.
bool may_go_astray(const Tokens& tokens, const std::vector<std::string>& scalars, const LoopCounters& counters) {
  NameViews integers = set_of(scalars);
  for (std::size_t n = 1; n < tokens.size(); ++n)
    if (tokens[n].is_name() && tokens[n - 1].is("int") && !counters.all.contains(tokens[n].text))
      integers.insert(tokens[n].text);
  const bool several = defines_several(tokens); // `int a = 1, b = 2` is not analysed
  const TokenCounts suspects(
      tokens, [&](std::size_t n) { return tokens[n].is_name() && (several || integers.contains(tokens[n].text)); });
  bool in_index = false;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    const Token& token = tokens[n];
    if (token.is("[") || token.is("]")) in_index = token.is("[");
    if (in_index && token.is_name() && !counters.to_number.contains(token.text)) return true;
    if (!token.is("/") && !token.is("%") && !token.is("/=") && !token.is("%=")) continue;
    const Token& divisor = tokens[n + 1];
    const bool in_brackets = divisor.is("(") && divisor.partner != Token::no_partner;
    if (suspects.any(n + 1, in_brackets ? divisor.partner : n + 2)) return true;
  }
  return false;
}

/// Finds the branches of one body.
class BranchFinder {
public:
  BranchFinder(const Tokens& tokens, const std::vector<std::string>& fields, const FixedNames& fixed)
      : tokens_(tokens), ends_(tokens), fields_(set_of(fields)), constant_(set_of(fixed.constant)),
        counting_(set_of(fixed.counting)),
        variable_(names_but([this](const Token& name) { return is_constant(name) || is_type(name); })),
        variable_or_int_(names_but([this](const Token& name) { return is_constant(name); })),
        varying_(names_but([this](const Token& name) { return is_fixed(name) || is_type(name); })),
        beyond_normal_(names_but(is_normal)), leaves_(tokens, [&](std::size_t n) { return leaves(tokens[n]); }),
        accesses_(tokens, [this](std::size_t n) { return is_access(n); }) {
    const TokenCounts other = names_but([this](const Token& name) { return is_index(name) || is_fixed(name); });
    for (std::size_t n = 0; n < tokens.size(); ++n)
      if (is_access(n)) fixed_ = fixed_ && !other.any(n + 1, ends_.closing(n + 1));
  }

  /// Goes on to the token, in order.
  void go_to(std::size_t n) {
    const Token& token = tokens_[n];
    if (n > 0 && (tokens_[n - 1].is(";") || tokens_[n - 1].is("{") || tokens_[n - 1].is("}"))) {
      statement_ = n;
      assignment_ = Token::no_partner;
      compares_ = false;
    }
    if (token.kind != Token::Kind::sign || token.text.find('=') == std::string_view::npos || compares_) return;
    // What stands before the first assignment is no condition.
    compares_ = true;
    if (is_assignment(token) && !token.is("<<=") && !token.is(">>=") && n > statement_) assignment_ = n;
  }

  /// Whether the branch at the token that go_to() has reached skips the same at each element of a set.
  bool is_same_for_all(std::size_t n) const {
    const Token& word = tokens_[n];
    if (is_loop_or_switch(word)) return false;
    if (word.is("for")) return !varying_.any(n + 1, ends_.closing(n + 1));
    if (word.is("if")) return !variable_or_int_.any(n + 1, ends_.closing(n + 1));
    return !variable_.any(assignment_ != Token::no_partner ? assignment_ + 1 : statement_, n);
  }

  /// Whether it may hide accesses.
  bool hides(std::size_t n) const {
    const Token& word = tokens_[n];
    if (!fixed_ || is_loop_or_switch(word)) return true;
    const bool has_head = word.is("if") || word.is("for");
    const std::size_t end = has_head ? ends_.after_statement(n) : ends_.after_operand(n);
    const std::size_t begin = word.is("if") ? ends_.closing(n + 1) + 1 : n;
    return accesses_.any(begin, end) || leaves_.any(begin, end);
  }

  /// Whether its condition is made of ni, nj, nk, dimension and numbers only. For `?`, `&&` and `||`, all that stands
  /// before it in its statement counts as the condition.
  bool follows_normal(std::size_t n) const {
    const Token& word = tokens_[n];
    if (word.is("for") || is_loop_or_switch(word)) return false;
    return word.is("if") ? !beyond_normal_.any(n + 1, ends_.closing(n + 1)) : !beyond_normal_.any(statement_, n);
  }

private:
  static bool is_type(const Token& token) { return token.is("int") || token.is("if"); }
  static bool is_normal(const Token& token) {
    constexpr Words known{"ni", "nj", "nk", "dimension", "if"};
    return known.has(token.text);
  }
  static bool is_index(const Token& token) {
    constexpr Words own{"i", "j", "k", "ni", "nj", "nk"};
    return own.has(token.text);
  }
  static bool leaves(const Token& token) {
    return token.is("return") || token.is("break") || token.is("continue") || token.is("goto");
  }
  bool is_constant(const Token& token) const { return token.is("count") || constant_.contains(token.text); }
  bool is_fixed(const Token& token) const { return is_constant(token) || counting_.contains(token.text); }
  bool is_access(std::size_t n) const {
    return tokens_[n].is_name() && fields_.contains(tokens_[n].text) && tokens_[n + 1].is("(");
  }
  template <class IsLeftOut> TokenCounts names_but(const IsLeftOut& is_left_out) const {
    return {tokens_, [&](std::size_t n) { return tokens_[n].is_name() && !is_left_out(tokens_[n]); }};
  }

  const Tokens& tokens_;
  const BranchEnds ends_;
  const NameViews fields_, constant_, counting_;
  const TokenCounts variable_, variable_or_int_, varying_, beyond_normal_, leaves_, accesses_;
  bool fixed_ = true; ///< no value that a branch may change is in an index
  std::size_t statement_ = 0, assignment_ = Token::no_partner;
  bool compares_ = false; ///< its first sign with = has come
};

bool is_branch(const Token& token) {
  constexpr Words words{"if", "for", "while", "do", "switch", "?", "&&", "||"};
  return token.kind != Token::Kind::quoted && words.has(token.text);
}

} // namespace

Branches find_branches(const std::string& body, const std::vector<std::string>& fields,
                       const std::vector<std::string>& scalars, const FixedNames& fixed) {
  const Tokens tokens(body);
  BranchFinder finder(tokens, fields, fixed);
  const Locations where(body, "");
  Branches branches;
  LoopCounters counters;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    finder.go_to(n);
    const Token& word = tokens[n];
    if (!is_branch(word)) continue;
    if (!finder.is_same_for_all(n) && finder.hides(n)) {
      const Location at = where(word.at);
      branches.places.push_back(fmt::format("{}:{} {}", at.line, at.column, word.text));
      branches.follow_normal = branches.follow_normal && finder.follows_normal(n);
    }
    if (word.is("while") || word.is("do") || (word.is("for") && !counts_up(tokens, n + 1, counters)))
      branches.recordable = false;
  }
  if (may_go_astray(tokens, scalars, counters)) branches.recordable = false;
  return branches;
}

} // namespace nopal
