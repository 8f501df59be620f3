#include "core/generator/traps.hpp"

#include "core/base/ascii.hpp"
#include "core/kernel_text/kernel_text.hpp"
#include "core/kernel_text/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace nopal {

namespace {

class TrapFinder {
public:
  TrapFinder(const KernelDeclaration& kernel, const std::string& text, const Locations& where, ErrorList& errors)
      : kernel_(kernel), where_(where), tokens_(text), errors_(errors) {}

  void divisions() {
    for (std::size_t n = 1; n < tokens_.size(); ++n) {
      const Token &above = tokens_[n - 1], &below = tokens_[n + 1];
      if (!tokens_[n].is("/") || !is_decimal(above) || !is_decimal(below) || is_factor(n - 1)) continue;
      if (above.text.size() > 9 || below.text.size() > 9) continue;
      const long number = std::stol(std::string(above.text)), divisor = std::stol(std::string(below.text));
      if (divisor == 0 || number % divisor == 0) continue; // compilers refuse a division by 0
      add(above.at, fmt::format("{0}/{1} divides integers, which gives {2}: write {0}.0/{1}.0", number, divisor,
                                number / divisor));
    }
  }

  // Of bits, in 10^20 and x^2, where a power is meant.
  void powers() {
    for (std::size_t n = 1; n < tokens_.size(); ++n) {
      const Token &base = tokens_[n - 1], &exponent = tokens_[n + 1];
      const bool whole = is_decimal(base) && is_decimal(exponent);
      if (!tokens_[n].is("^") || (base.kind == Token::Kind::sign && !base.is(")") && !base.is("]"))) continue;
      if (whole)
        add(base.at,
            fmt::format("{0}^{1} is the exclusive or of bits, not a power: write {2}pow({0}.0, {1}.0)", base.text,
                        exponent.text, base.is("10") ? fmt::format("1e{}, or ", exponent.text) : ""));
      else if (exponent.is("2") || exponent.is("3"))
        add(exponent.at,
            fmt::format("^ is the exclusive or of bits, not a power: write a product, or pow(x, {}.0)", exponent.text));
    }
  }

  // `u = 1,5*v;` is lawful: the value is 1, and 5*v is computed for nothing.
  void decimal_commas() {
    std::vector<bool> separate; // by open bracket: whether commas stand between arguments, indices or elements
    for (std::size_t n = 0; n < tokens_.size(); ++n) {
      const Token& token = tokens_[n];
      if (token.is("(") || token.is("[") || token.is("{"))
        separate.push_back(!is_grouping(n));
      else if ((token.is(")") || token.is("]") || token.is("}")) && !separate.empty())
        separate.pop_back();
      if (n == 0 || !token.is(",") || (!separate.empty() && separate.back())) continue;
      const Token &before = tokens_[n - 1], &after = tokens_[n + 1];
      if (is_decimal(before) && after.kind == Token::Kind::number)
        add(before.at, fmt::format("{0},{1} is two values, of which only one is used: write {0}.{1} with a point",
                                   before.text, after.text));
    }
  }

  void choices() {
    for (std::size_t n = 1; n < tokens_.size(); ++n) {
      const Token &left = tokens_[n - 1], &right = tokens_[n + 1];
      if ((!tokens_[n].is("==") && !tokens_[n].is("!=")) || !left.is_name() || !right.is_name()) continue;
      compare(left, right, right.at);
      compare(right, left, left.at);
    }
  }

private:
  void add(std::size_t at, const std::string& what) { errors_.add(where_(at), what); }

  static bool is_decimal(const Token& token) {
    return token.kind == Token::Kind::number && std::ranges::all_of(token.text, is_digit);
  }

  // Whether a comma in the bracket separates nothing: it holds statements or one value. In other brackets a comma
  // separates arguments, indices, the parts of `for (…)`, or the elements of an array.
  bool is_grouping(std::size_t open) const {
    if (tokens_[open].is("[")) return false;
    if (open == 0) return true;
    const Token& before = tokens_[open - 1];
    if (tokens_[open].is("{"))
      return !before.is("=") && !before.is(",") && !before.is("{") && !before.is("(") && !before.is("return");
    if (before.is_name()) return before.is("if") || before.is("while") || before.is("switch") || before.is("return");
    return !before.is(")") && !before.is("]");
  }

  // Whether another factor comes before the token: x*1/2 is (x*1)/2.
  bool is_factor(std::size_t n) const {
    return n > 0 && (tokens_[n - 1].is("*") || tokens_[n - 1].is("/") || tokens_[n - 1].is("%"));
  }

  void compare(const Token& parameter, const Token& choice, std::size_t at) {
    const auto argument = std::ranges::find(kernel_.arguments, parameter.text, &ArgumentDeclaration::name);
    const bool is_choice =
        std::ranges::any_of(kernel_.constants, [&](const auto& of) { return of.first == choice.text; });
    if (argument == kernel_.arguments.end() || !is_choice || choice.text.starts_with(argument->name + "_")) return;
    add(at, fmt::format(
                "{} is not a choice of {}, so the comparison has no meaning: compare {} with one of its own choices",
                choice.text, argument->source, parameter.text));
  }

  const KernelDeclaration& kernel_;
  const Locations& where_;
  const Tokens tokens_;
  ErrorList& errors_;
};

} // namespace

void check_traps(const KernelDeclaration& kernel, const std::string& text, const Locations& where, ErrorList& errors) {
  TrapFinder finder(kernel, text, where, errors);
  finder.divisions();
  finder.powers();
  finder.decimal_commas();
  finder.choices();
}

} // namespace nopal
