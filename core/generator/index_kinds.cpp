#include "core/generator/index_kinds.hpp"

#include "core/generator/accesses.hpp"
#include "core/generator/dialect.hpp"
#include "core/kernel_text/tokens.hpp"
#include "core/kernel_text/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace nopal {

namespace {

constexpr Words real_types{"real", "double", "float32"};
constexpr Words integer_types{"int", "long", "int32", "uint32", "bool", "unsigned", "short", "char"};
/// With one of these, an index of reals may be an integer all the same: x > 0.5 is 0 or 1, and ?: may choose integers.
constexpr Words choosing_signs{"<", ">", "<=", ">=", "==", "!=", "&&", "||", "!", "?"};

bool is_one_of(const auto& words, const Token& token) {
  return token.kind != Token::Kind::quoted && words.has(token.text);
}

bool is_real_number(const Token& token) {
  if (token.kind != Token::Kind::number) return false;
  const bool is_hexadecimal = token.text.starts_with("0x") || token.text.starts_with("0X");
  return token.text.find_first_of(is_hexadecimal ? ".pP" : ".eE") != std::string_view::npos;
}

class IndexChecker {
public:
  IndexChecker(const KernelDeclaration& kernel, const KernelText& text, ErrorList& errors)
      : kernel_(kernel), body_(without_comments(text.body)), tokens_(body_), where_(body_, kernel.path),
        errors_(errors) {
    for (const GivenValue& value : given_values())
      if (value.type == "double" && (!kernel.loop || std::ranges::count(loop_values(), value.name) > 0))
        reals_[value.name] = value.meaning;
    for (const DialectFunction& function : dialect_functions()) reals_[function.name] = "a function of reals";
    reals_["M_PI"] = "a real number";
    for (const std::string_view type : real_types) reals_[type] = "the type of reals";
    for (const ArgumentDeclaration& argument : kernel.arguments) add(argument);
    for (const HelperFunction& function : text.functions) add_declared(Tokens(function.text), true);
    add_declared(tokens_, false);
    for (const std::string_view name : integers_) reals_.erase(name);
  }

  void run() {
    for (std::size_t n = 0; n < tokens_.size(); ++n) {
      if (!tokens_[n].is_name() || !indexed_.contains(tokens_[n].text)) continue;
      if (!tokens_[n + 1].is("("))
        refuse_whole(n);
      else if (tokens_[n + 1].partner != Token::no_partner)
        check(n);
    }
  }

private:
  void add(const ArgumentDeclaration& argument) {
    const bool has_indices = argument.has_shape() || argument.is_dat();
    if (has_indices) indexed_[argument.name] = argument.axes;
    if (has_indices ? argument.is_integer : argument.kind == ArgumentKind::integer)
      integers_.insert(argument.name);
    else
      reals_[argument.name] = argument.source;
  }

  /// Adds the names that a text declares. A name that is an integer somewhere is not taken for a real. `only_first`: it
  /// is a helper function, and only its own name is known in the body.
  void add_declared(const Tokens& tokens, bool only_first) {
    for (std::size_t n = 0; n + 1 < tokens.size(); ++n) {
      const bool is_real = is_one_of(real_types, tokens[n]);
      if ((!is_real && !is_one_of(integer_types, tokens[n])) || !tokens[n + 1].is_name()) continue;
      for (std::size_t at = n + 1; at < tokens.size() && !tokens[at].is(";") && !tokens[at].is(")"); ++at) {
        const bool is_declared = tokens[at].is_name() && (at == n + 1 || tokens[at - 1].is(","));
        if (is_declared && !only_first) declared_.emplace(tokens[at].text);
        if (is_declared) {
          // The texts of functions are kept by the kernel's text, those of the body by this object.
          if (is_real)
            reals_.try_emplace(tokens[at].text, only_first ? "a function of reals" : "a real");
          else
            integers_.insert(tokens[at].text);
        }
        if (only_first) return;
        if (tokens[at].partner != Token::no_partner && tokens[at].partner > at) at = tokens[at].partner;
      }
    }
  }

  void refuse_whole(std::size_t name) {
    const std::string text(tokens_[name].text);
    if (declared_.contains(text)) return; // a local has this name
    const int axes = indexed_.at(text);
    std::string indices = kernel_.loop || axes != 3 ? "0" : "i,j,k";
    for (int axis = 1; indices[0] == '0' && axis < axes; ++axis) indices += ",0";
    errors_.add(where_(tokens_[name].at),
                fmt::format("{0} has no indices here, but a kernel computes with the value at a point: "
                            "write {0}({1})",
                            text, indices));
  }

  void check(std::size_t name) {
    for (const IndexTokens& index : indices_at(tokens_, name + 1)) {
      const std::optional<std::size_t> real = real_in(index);
      if (!real) continue;
      const std::string_view written = text_of(index.begin, index.end);
      const Token& found = tokens_[*real];
      const bool is_coordinate = found.text.size() == 1 && found.text >= "x" && found.text <= "z" && !kernel_.loop;
      const std::string meaning =
          found.kind == Token::Kind::number ? "a real number" : std::string(reals_.at(found.text));
      const std::string integer = is_coordinate && found.text == written
                                      ? fmt::format("write {}", static_cast<char>(found.text[0] - 'x' + 'i'))
                                      : fmt::format("write (int)({}), which cuts off what follows the point", written);
      errors_.add(where_(tokens_[*real].at),
                  fmt::format("the index \"{}\" of {} is a real, because {} is {}; an index is an integer: {}", written,
                              tokens_[name].text, found.text, meaning, integer));
    }
  }

  std::string_view text_of(std::size_t begin, std::size_t end) const {
    const Token& last = tokens_[end - 1];
    return std::string_view(body_).substr(tokens_[begin].at, last.at + last.text.size() - tokens_[begin].at);
  }

  /// Returns the first token that makes the index a real. nullopt: none does, or nobody can tell.
  std::optional<std::size_t> real_in(const IndexTokens& index) const {
    for (std::size_t n = index.begin; n < index.end; ++n)
      if (is_one_of(choosing_signs, tokens_[n])) return std::nullopt;
    for (std::size_t n = index.begin; n < index.end; ++n) {
      const Token& token = tokens_[n];
      if (is_cast_to_integer(n)) {
        n = after_operand(n + 3) - 1;
      } else if (token.is("[") && token.partner != Token::no_partner) {
        n = token.partner;
      } else if (is_real_number(token) || (token.is_name() && reals_.contains(token.text))) {
        return n;
      } else if (token.is_name() && tokens_[n + 1].is("(") && tokens_[n + 1].partner != Token::no_partner &&
                 !token.is("min") && !token.is("max")) {
        n = tokens_[n + 1].partner; // a function or an array of integers
      }
    }
    return std::nullopt;
  }

  bool is_cast_to_integer(std::size_t n) const {
    return tokens_[n].is("(") && is_one_of(integer_types, tokens_[n + 1]) && tokens_[n + 2].is(")");
  }

  std::size_t after_operand(std::size_t n) const {
    while (tokens_[n].is("-") || tokens_[n].is("+") || tokens_[n].is("~") || is_cast_to_integer(n))
      n += is_cast_to_integer(n) ? 3 : 1;
    if (tokens_[n].is_name()) return after_indices(tokens_, n);
    return tokens_[n].partner != Token::no_partner ? tokens_[n].partner + 1 : n + 1;
  }

  const KernelDeclaration& kernel_;
  const std::string body_;
  const Tokens tokens_;
  const Locations where_;
  ErrorList& errors_;
  std::unordered_map<std::string_view, std::string_view> reals_; ///< by name: what it is
  std::unordered_map<std::string_view, int> indexed_;            ///< by name: the number of indices
  std::unordered_set<std::string_view> integers_;
  std::unordered_set<std::string> declared_; ///< by the body
};

} // namespace

void check_index_kinds(const KernelDeclaration& kernel, const KernelText& text, ErrorList& errors) {
  IndexChecker(kernel, text, errors).run();
}

} // namespace nopal
