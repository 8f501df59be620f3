#include "core/generator/straight_body.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/kernel_text/tokens.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace nopal {

namespace {

using NameSet = std::set<std::string>;

/// The check of one text: the body or a helper function. What has been understood becomes blank.
class StraightCheck {
public:
  /// `same`: names of integers that are the same for all elements.
  StraightCheck(const std::string& text, NameSet same)
      : original_(without_comments(text)), left_(original_), same_(std::move(same)) {}

  bool run() {
    const Tokens tokens(original_);
    for (std::size_t n = 0; n < tokens.size(); ++n) {
      const std::string_view found = tokens[n].text;
      const std::size_t at = tokens[n].at;
      if (left_[at] == ' ') continue; // within the head of a loop
      if ((found == "for" && !take_head(at)) || (found == "if" && !take_condition(at)) ||
          (found == "int" && !take_integers(at)) || (found == "?" && !take_choice(at)))
        return false;
    }
    return is_plain();
  }

private:
  bool is_same(const std::string& part) const {
    return std::ranges::all_of(names_in(part), [&](const std::string& name) { return same_.contains(name); });
  }

  void take(std::size_t begin, std::size_t end) { left_.replace(begin, end - begin, end - begin, ' '); }

  void add_integer(const std::string& name) {
    same_.insert(name);
    integers_.insert(name);
  }

  /// Returns the position of the bracket that closes the one that opens at or after `at`.
  std::size_t closing(std::size_t at) const {
    int depth = 0;
    for (at = original_.find('(', at); at < original_.size(); ++at) {
      if (original_[at] == '(') ++depth;
      if (original_[at] == ')' && --depth == 0) break;
    }
    return std::min(at, original_.size());
  }

  /// A loop must have the form `for (int n = …; n < …; ++n)`.
  bool take_head(std::size_t at) {
    static const std::regex head(R"(for\s*\(\s*int\s+(\w+)\s*=([^;,]*);\s*\1\s*[<>!]=?([^;&|?=]*);)"
                                 R"(\s*((\+\+|--)\s*\1|\1\s*(\+\+|--)|\1\s*[-+]=([^;,]*))\s*)");
    const std::size_t end = closing(at);
    const std::string text = original_.substr(at, end - at);
    std::smatch parts;
    if (!std::regex_match(text, parts, head) || !is_same(parts[2].str() + ' ' + parts[3].str() + ' ' + parts[7].str()))
      return false;
    add_integer(parts[1]);
    take(at, end);
    return true;
  }

  bool take_condition(std::size_t at) {
    const std::size_t end = closing(at);
    if (!is_same(original_.substr(at + 2, end - at - 2))) return false;
    take(at, end);
    return true;
  }

  /// Local integers must have the form `int n = …, m = …;`, without calls.
  bool take_integers(std::size_t at) {
    static const std::regex one(R"(\s*([A-Za-z_]\w*)\s*=([^(){}\[\]]*))");
    const std::size_t end = std::min(original_.find(';', at), original_.size());
    for (std::size_t begin = at + 3; begin < end;) {
      const std::size_t comma = std::min(original_.find(',', begin), end);
      const std::string text = original_.substr(begin, comma - begin);
      std::smatch parts;
      if (!std::regex_match(text, parts, one) || !is_same(parts[2])) return false;
      add_integer(parts[1]);
      begin = comma + 1;
    }
    take(at, end);
    return true;
  }

  /// The condition of `condition ? a : b` reaches back to a sign that binds less, or to the bracket around it.
  bool take_choice(std::size_t at) {
    std::size_t begin = at;
    for (int depth = 0; begin > 0; --begin) {
      const char c = original_[begin - 1];
      if (c == ')' || c == ']') ++depth;
      if ((c == '(' || c == '[') && --depth < 0) break;
      if (depth > 0) continue;
      const bool compares =
          c == '=' && (original_[begin] == '=' ||
                       (begin > 1 && std::string_view("=<>!").find(original_[begin - 2]) != std::string_view::npos));
      if (std::string_view(",;{}?:").find(c) != std::string_view::npos || (c == '=' && !compares)) break;
    }
    if (!is_same(original_.substr(begin, at - begin))) return false;
    take(begin, at + 1);
    return true;
  }

  /// Whether what is left has sums, products, calls and assignments of reals only.
  bool is_plain() const {
    static const std::set<std::string_view> other_words = {
        "while",   "do",    "switch", "goto",  "printf", "bool",   "int32",    "uint32",
        "float32", "long",  "short",  "char",  "float",  "double", "unsigned", "auto",
        "struct",  "class", "signed", "union", "enum",   "static", "using",    "typedef"};
    const Tokens tokens(left_);
    for (std::size_t n = 0; n < tokens.size(); ++n) {
      const std::string_view text = tokens[n].text;
      if (tokens[n].is_name() && (other_words.contains(text) || changes_integer(tokens, n))) return false;
      const bool other_sign =
          text == "==" || text == "++" || text == "--" || text.find_first_of("<>!%&|~^") != std::string_view::npos;
      if (tokens[n].kind == Token::Kind::sign && other_sign) return false;
    }
    return true;
  }

  /// Whether the text declares one of the integers anew at the token, as a real, or gives it or its elements a value.
  bool changes_integer(const Tokens& tokens, std::size_t n) const {
    if (!integers_.contains(std::string(tokens[n].text))) return false;
    return (n > 0 && tokens[n - 1].is("real")) || is_assignment(tokens[n + 1]) || tokens[n + 1].is("[");
  }

  const std::string original_;
  std::string left_;
  NameSet same_, integers_;
};

} // namespace

std::vector<HelperFunction> called_functions(const KernelText& text) {
  const std::vector<std::string> in_body = names_in(text.body);
  std::unordered_set<std::string> called(in_body.begin(), in_body.end());
  std::vector<HelperFunction> functions;
  // A function calls only those above it.
  for (auto function = text.functions.rbegin(); function != text.functions.rend(); ++function) {
    if (!called.contains(function->name)) continue;
    for (std::string& name : names_in(function->text)) called.insert(std::move(name));
    functions.push_back(*function);
  }
  std::ranges::reverse(functions);
  return functions;
}

std::set<std::string> called_names(const KernelText& text) { return names_in(text.body, called_functions(text)); }

bool is_straight(const KernelDeclaration& kernel, const KernelText& text) {
  NameSet same{"iteration", "count"};
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.kind == ArgumentKind::integer) same.insert(argument.name);
  for (const auto& [name, value] : kernel.constants) same.insert(name);
  for (const auto& [name, arity] : kernel.loop->maps)
    if (arity > 0) same.insert(split_name(name).name);
  // An element that leaves the body early does not go on with the others.
  const std::vector<std::string> names = names_in(text.body);
  if (std::ranges::count(names, "return") > 0 || !StraightCheck(text.body, same).run()) return false;
  return std::ranges::all_of(called_functions(text),
                             [](const HelperFunction& function) { return StraightCheck(function.text, {}).run(); });
}

} // namespace nopal
