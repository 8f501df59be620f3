#include "core/generator/straight_body.hpp"

#include "core/declarations/name_scope.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

namespace nopal {

namespace {

using Names = std::set<std::string>;

/// The check of one text: the body or a helper function. What has been understood becomes blank.
class StraightCheck {
public:
  /// `same`: names of integers that are the same for all elements.
  StraightCheck(const std::string& text, Names same)
      : original_(without_comments(text)), left_(original_), same_(std::move(same)) {}

  bool run() {
    static const std::regex word(R"(\b(for|if|int)\b|\?)");
    for (const std::smatch& match : matches(original_, word)) {
      const auto at = static_cast<std::size_t>(match.position());
      if (left_[at] == ' ') continue; // within the head of a loop
      const std::string found = match.str();
      const bool understood = found == "for"   ? take_head(at)
                              : found == "if"  ? take_condition(at)
                              : found == "int" ? take_integers(at)
                                               : take_choice(at);
      if (!understood) return false;
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
    static const std::regex other(
        R"(\b(while|do|switch|goto|printf|bool|int32|uint32|float32|long|short|char|float|double|signed|unsigned|auto|)"
        R"(struct|class|union|enum|static|using|typedef)\b|[<>!%&|~^]|==|\+\+|--)");
    if (std::regex_search(left_, other)) return false;
    return std::ranges::none_of(integers_, [&](const std::string& name) {
      return std::regex_search(left_, std::regex(R"(\breal\s+)" + name + R"(\b|\b)" + name + R"(\s*([-+*/]?=|\[))"));
    });
  }

  const std::string original_;
  std::string left_;
  Names same_, integers_;
};

} // namespace

std::vector<HelperFunction> called_functions(const KernelText& text) {
  std::vector<std::string> called = names_in(without_comments(text.body));
  std::vector<HelperFunction> functions;
  // A function calls only those above it.
  for (auto function = text.functions.rbegin(); function != text.functions.rend(); ++function) {
    if (std::ranges::count(called, function->name) == 0) continue;
    std::ranges::copy(names_in(without_comments(function->text)), std::back_inserter(called));
    functions.insert(functions.begin(), *function);
  }
  return functions;
}

bool is_straight(const KernelDeclaration& kernel, const KernelText& text) {
  Names same{"iteration", "count"};
  for (const ArgumentDeclaration& argument : kernel.arguments)
    if (argument.kind == ArgumentKind::integer) same.insert(argument.name);
  for (const auto& [name, value] : kernel.constants) same.insert(name);
  for (const auto& [name, arity] : kernel.loop->maps)
    if (arity > 0) same.insert(split_name(name).name);
  // An element that leaves the body early does not go on with the others.
  static const std::regex leaves(R"(\breturn\b)");
  if (std::regex_search(without_comments(text.body), leaves) || !StraightCheck(text.body, same).run()) return false;
  return std::ranges::all_of(called_functions(text),
                             [](const HelperFunction& function) { return StraightCheck(function.text, {}).run(); });
}

} // namespace nopal
