#include "core/kernel_text/tokens.hpp"

#include "core/base/ascii.hpp"
#include "core/kernel_text/kernel_text.hpp"

namespace nopal {

namespace {

// Each character of a long text comes here, so that no list is searched.
std::size_t length_of_sign(std::string_view text) {
  const char first = text[0], second = text.size() > 1 ? text[1] : ' ', third = text.size() > 2 ? text[2] : ' ';
  const auto first_is_in = [&](std::string_view list) { return list.find(first) != std::string_view::npos; };
  if (second == first && first_is_in("<>")) return third == '=' ? 3 : 2;
  if (second == first && first_is_in("+-=&|:")) return 2;
  if (second == '=' && first_is_in("+-*/%&|^!<>")) return 2;
  return first == '-' && second == '>' ? 2 : 1;
}

// Gives each bracket its partner. A bracket of another kind, or of none, has no partner.
void pair_brackets(std::vector<Token>& tokens) {
  std::vector<std::size_t> open;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (tokens[n].kind != Token::Kind::sign) continue;
    const char c = tokens[n].text.front();
    if (c == '(' || c == '[' || c == '{') open.push_back(n);
    if ((c != ')' && c != ']' && c != '}') || open.empty()) continue;
    const char opening = tokens[open.back()].text.front();
    if (c == (opening == '(' ? ')' : opening == '[' ? ']' : '}')) {
      tokens[n].partner = open.back();
      tokens[open.back()].partner = n;
    }
    open.pop_back();
  }
}

} // namespace

// It is not inline, so that all callers have what is optimised here: checks ask it a hundred times for each token.
bool Token::is(std::string_view sign_or_word) const { return kind != Kind::quoted && text == sign_or_word; }

std::size_t after_number(std::string_view text, std::size_t at) {
  const bool hexadecimal = text[at] == '0' && at + 1 < text.size() && (text[at + 1] == 'x' || text[at + 1] == 'X');
  const std::string_view exponents = hexadecimal ? "pP" : "eE";
  for (++at; at < text.size(); ++at) {
    const bool sign = text[at] == '+' || text[at] == '-';
    if (!in_name(text[at]) && text[at] != '.' && !(sign && exponents.find(text[at - 1]) != std::string_view::npos))
      break;
  }
  return at;
}

Tokens::Tokens(const std::string& text) {
  all_.reserve(text.size() / 2);
  for (std::size_t at = 0; at < text.size();) {
    Token token;
    token.at = at;
    const char c = text[at];
    const std::size_t after = may_begin_comment_or_text(c) ? after_comment_or_text(text, at) : at;
    if (after != at) {
      at = after;
      if (c == '/') continue;
      token.kind = Token::Kind::quoted;
    } else if (is_digit(c) || (c == '.' && at + 1 < text.size() && is_digit(text[at + 1]))) {
      token.kind = Token::Kind::number;
      at = after_number(text, at);
    } else if (in_name(c)) {
      token.kind = Token::Kind::name;
      while (at < text.size() && in_name(text[at])) ++at;
    } else if (blanks.find(c) != std::string_view::npos) {
      ++at;
      continue;
    } else {
      at += length_of_sign(std::string_view(text).substr(at, 3));
    }
    token.text = std::string_view(text).substr(token.at, at - token.at);
    all_.push_back(token);
  }
  work_done += text.size();
  end_.at = text.size();
  pair_brackets(all_);
}

bool is_assignment(const Token& token) {
  if (token.kind != Token::Kind::sign || !token.text.ends_with('=')) return false;
  return token.text.size() != 2 || std::string_view("=!<>").find(token.text.front()) == std::string_view::npos;
}

bool is_changed_at(const Tokens& tokens, std::size_t n) {
  const Token& next = tokens[n + 1];
  return is_assignment(next) || next.is("++") || next.is("--") ||
         (n > 0 && (tokens[n - 1].is("++") || tokens[n - 1].is("--")));
}

} // namespace nopal
