#include "core/generator/dialect.hpp"
#include "core/generator/generator.hpp"
#include "core/generator/kernel_text.hpp"

#include "core/base/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace nopal {

namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Goes once through a body or a helper function. Comments count as blanks.
class BodyChecker {
public:
  BodyChecker(const KernelDeclaration& kernel, const std::string& body, std::vector<std::string> callable,
              ErrorList& errors)
      : kernel_(kernel), body_(body), errors_(errors), callable_(std::move(callable)) {}

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
    } else if (c == '"' && format_comes_) {
      format();
    } else if (c == '"' || c == '\'') {
      text(c);
    } else {
      sign(c);
      advance();
    }
    if (!std::isspace(static_cast<unsigned char>(c)) && c != '(' && !continues_name(c)) format_comes_ = false;
  }

  // Skips the first argument of printf: a plain text with escapes.
  void format() {
    const Location start = here();
    advance();
    while (at_ < body_.size() && body_[at_] != '\n' && body_[at_] != '"') {
      if (body_[at_] == '\\' && at_ + 1 < body_.size()) advance();
      advance();
    }
    if (at_ >= body_.size() || body_[at_] != '"') {
      errors_.add(start, "this text is not closed on its line");
      return;
    }
    advance();
  }

  // Adds an error for a text and skips it.
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

  // Skips a number such as 1, 1.5e-3, 0x1p-3, with the sign of its exponent.
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
    if (word == "return" && kernel_.block && syncs_) {
      errors_.add(where, "a thread that returns never reaches the block_sync() at which the others of its block wait: "
                         "put what follows under an if, such as if (inside) { ... }");
      return;
    }
    constexpr std::array forbidden = {"goto",   "asm",   "static",   "extern",    "typedef", "struct",
                                      "union",  "class", "template", "namespace", "using",   "new",
                                      "delete", "throw", "auto",     "float"};
    if (std::find(forbidden.begin(), forbidden.end(), word) != forbidden.end()) {
      errors_.add(where, fmt::format("kernels have no \"{}\": a body computes one point from its arguments with real "
                                     "and int variables",
                                     word));
    } else if (word.starts_with("nopal") || word.starts_with("__")) {
      errors_.add(where, fmt::format("the name \"{}\" is kept for generated code; choose another", word));
    } else if (is_foreign_word(word)) {
      errors_.add(where, fmt::format("\"{}\" is a word of C++, OpenCL C or CUDA, as which this text is compiled, too; "
                                     "choose another name",
                                     word));
    } else if (after < body_.size() && body_[after] == '(') {
      check_call(word, where);
    }
  }

  void check_call(const std::string& word, const Location& where) {
    constexpr std::array keywords = {"if", "for", "while", "switch", "return", "sizeof", "else", "do", "case"};
    if (std::find(keywords.begin(), keywords.end(), word) != keywords.end()) return;
    format_comes_ = word == "printf";
    if (std::find(callable_.begin(), callable_.end(), word) != callable_.end()) return;
    if (!kernel_.block && !reserved_in_blocks(word).empty()) {
      errors_.add(where,
                  fmt::format("{} is for block kernels: give the item of kernel {} \"threads:\", or leave it out", word,
                              kernel_.name));
      return;
    }
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
    at_ = body_.size() - 1; // the rest would only repeat this error
    open_.clear();
  }

  const KernelDeclaration& kernel_;
  const std::string& body_;
  ErrorList& errors_;
  std::vector<std::string> callable_;
  std::vector<std::pair<char, Location>> open_;
  bool syncs_ = without_comments(body_).find("block_sync") != std::string::npos;
  bool format_comes_ = false;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
};

} // namespace

void check_body(const KernelDeclaration& kernel, const std::string& text, ErrorList& errors) {
  const KernelText parts = parse_kernel_text(text, kernel.path, errors);
  std::vector<std::string> callable{"min", "max", "printf"};
  for (const DialectFunction& function : dialect_functions()) callable.emplace_back(function.name);
  const auto check_name = [&](const std::string& name, const Location& where) {
    std::string reserved = reserved_in(kernel, name);
    for (const ArgumentDeclaration& argument : kernel.arguments)
      if (argument.name == name) reserved = argument.source;
    for (const auto& [constant, value] : kernel.constants)
      if (constant == name) reserved = "a choice of a keyword parameter";
    if (!reserved.empty())
      errors.add(where, fmt::format("the name \"{}\" is taken ({}); choose another", name, reserved));
  };
  for (const HelperFunction& function : parts.functions) {
    check_name(function.name, function.where);
    if (std::find(callable.begin(), callable.end(), function.name) != callable.end())
      errors.add(function.where, fmt::format("there are two functions of the name \"{}\"", function.name));
    // A function cannot call itself, because OpenCL has no recursion.
    std::string block = function.text;
    for (std::size_t at = 0; block[at] != '{'; ++at)
      if (block[at] != '\n') block[at] = ' ';
    BodyChecker(kernel, block, callable, errors).run();
    callable.push_back(function.name);
  }
  for (const SharedArray& array : parts.shared) {
    check_name(array.name, array.where);
    if (!kernel.block)
      errors.add(
          array.where,
          fmt::format("shared arrays are for block kernels: give the item of kernel {} \"threads:\"", kernel.name));
  }
  const bool has_dynamic = parts.dynamic() != nullptr;
  if (kernel.block && has_dynamic && kernel.block->shared.empty())
    errors.add(parts.dynamic()->where,
               fmt::format("how many elements has {}? Write \"shared:\" in the item of kernel {}",
                           parts.dynamic()->name, kernel.name));
  if (kernel.block && !has_dynamic && !kernel.block->shared.empty())
    errors.add(kernel.block->where, fmt::format("kernel {} says \"shared: {}\", but its text has no shared array "
                                                "without extent",
                                                kernel.name, kernel.block->shared));
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.is_field() || argument.is_array()) callable.push_back(argument.name);
  if (kernel.block) {
    callable.emplace_back("block_sync");
    for (const std::string_view atomic : dialect_atomics()) callable.emplace_back(atomic);
  }
  BodyChecker(kernel, parts.body, callable, errors).run();
}

} // namespace nopal
