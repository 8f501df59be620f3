#include "core/kernels/dialect.hpp"
#include "core/kernels/generator.hpp"

#include "core/base/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace nopal {

namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Goes through a body once; comments count as blanks.
class BodyChecker {
public:
  BodyChecker(const KernelDeclaration& kernel, const std::string& body, ErrorList& errors)
      : kernel_(kernel), body_(body), errors_(errors) {
    for (const DialectFunction& function : dialect_functions()) callable_.emplace_back(function.name);
    callable_.insert(callable_.end(), {"min", "max"});
    for (const ArgumentDeclaration& argument : kernel.arguments)
      if (argument.kind != ArgumentKind::real && argument.kind != ArgumentKind::integer)
        callable_.push_back(argument.name);
  }

  void run() {
    while (at_ < body_.size()) step();
    if (!open_.empty()) {
      const auto [bracket, where] = open_.back();
      errors_.add(where, fmt::format("'{}' is never closed", bracket));
    }
  }

private:
  Location here() const { return {kernel_.path, line_, column(at_)}; }
  int column(std::size_t position) const { return static_cast<int>(position - line_start_) + 1; }
  char next(std::size_t n = 1) const { return at_ + n < body_.size() ? body_[at_ + n] : '\0'; }

  void advance() {
    if (body_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }

  void step() {
    const char c = body_[at_];
    if (c == '/' && next() == '/') {
      while (at_ < body_.size() && body_[at_] != '\n') advance();
    } else if (c == '/' && next() == '*') {
      skip_comment();
    } else if (begins_name(c)) {
      name();
    } else if (std::isdigit(static_cast<unsigned char>(c)) ||
               (c == '.' && std::isdigit(static_cast<unsigned char>(next())))) {
      number();
    } else if (c == '"' || c == '\'') {
      text(c);
    } else {
      sign(c);
      advance();
    }
  }

  // Reported once and passed over.
  void text(char quote) {
    errors_.add(here(), "kernels have no text: a body computes with numbers");
    advance();
    while (at_ < body_.size() && body_[at_] != '\n' && body_[at_] != quote) advance();
    if (at_ < body_.size()) advance();
  }

  void skip_comment() {
    const Location start = here();
    advance();
    advance();
    while (at_ < body_.size() && !(body_[at_] == '*' && next() == '/')) advance();
    if (at_ >= body_.size()) {
      errors_.add(start, "this comment is never closed");
      return;
    }
    advance();
    advance();
  }

  // 1, 1.5e-3, 0x1p-3: an exponent's sign belongs to it, so that what follows is not taken for a name.
  void number() {
    const Location start = here();
    const std::size_t first = at_;
    while (at_ < body_.size() && (continues_name(body_[at_]) || body_[at_] == '.' ||
                                  ((body_[at_] == '+' || body_[at_] == '-') && exponent_at(at_ - 1, first))))
      advance();
    const char last = body_[at_ - 1];
    const bool hexadecimal = body_.compare(first, 2, "0x") == 0 || body_.compare(first, 2, "0X") == 0;
    if (!hexadecimal && (last == 'f' || last == 'F'))
      errors_.add(start, fmt::format("\"{}\" is a number of single precision; kernels compute in double: leave out "
                                     "the letter {}",
                                     body_.substr(first, at_ - first), last));
  }
  bool exponent_at(std::size_t position, std::size_t first) const {
    const bool hexadecimal = body_.compare(first, 2, "0x") == 0 || body_.compare(first, 2, "0X") == 0;
    const char c = body_[position];
    return hexadecimal ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
  }

  void name() {
    const Location where = here();
    const std::size_t first = at_;
    while (at_ < body_.size() && continues_name(body_[at_])) advance();
    const std::string word = body_.substr(first, at_ - first);
    std::size_t after = at_;
    while (after < body_.size() && std::isspace(static_cast<unsigned char>(body_[after]))) ++after;
    constexpr std::array forbidden = {"goto",   "asm",   "static",   "extern",    "typedef", "struct",
                                      "union",  "class", "template", "namespace", "using",   "new",
                                      "delete", "throw", "auto",     "float"};
    if (std::find(forbidden.begin(), forbidden.end(), word) != forbidden.end()) {
      errors_.add(where, fmt::format("kernels have no \"{}\": a body computes one point from its arguments with real "
                                     "and int variables",
                                     word));
    } else if (word.starts_with("nopal") || word.starts_with("__")) {
      errors_.add(where, fmt::format("the name \"{}\" is kept for generated code; choose another", word));
    } else if (after < body_.size() && body_[after] == '(') {
      check_call(word, where);
    }
  }

  void check_call(const std::string& word, const Location& where) {
    constexpr std::array keywords = {"if", "for", "while", "switch", "return", "sizeof", "else", "do", "case"};
    if (std::find(keywords.begin(), keywords.end(), word) != keywords.end()) return;
    if (std::find(callable_.begin(), callable_.end(), word) != callable_.end()) return;
    errors_.add(where, fmt::format("kernel {} of thorn {} calls \"{}\", which is neither a function of the kernel "
                                   "dialect nor a grid function that its reads and writes declare{}",
                                   kernel_.name, kernel_.thorn, word, did_you_mean(word, callable_)));
  }

  void sign(char c) {
    if (c == '#')
      errors_.add(here(), "kernels have no preprocessor lines: use const variables and parameters");
    else if (c == '(' || c == '{' || c == '[')
      open_.emplace_back(c, here());
    else if (c == ')' || c == '}' || c == ']')
      close(c);
    else if (c == '\\')
      errors_.add(here(), "kernels have no backslash");
  }

  void close(char c) {
    const char opening = c == ')' ? '(' : c == '}' ? '{' : '[';
    if (!open_.empty() && open_.back().first == opening) {
      open_.pop_back();
      return;
    }
    if (open_.empty())
      errors_.add(here(), fmt::format("'{}' closes nothing", c));
    else
      errors_.add(here(), fmt::format("'{}' does not close the '{}' of line {}", c, open_.back().first,
                                      open_.back().second.line));
    at_ = body_.size() - 1; // what follows would only repeat this error
    open_.clear();
  }

  const KernelDeclaration& kernel_;
  const std::string& body_;
  ErrorList& errors_;
  std::vector<std::string> callable_;
  std::vector<std::pair<char, Location>> open_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
};

} // namespace

void check_body(const KernelDeclaration& kernel, const std::string& body, ErrorList& errors) {
  BodyChecker(kernel, body, errors).run();
}

} // namespace nopal
