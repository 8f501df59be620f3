#include "core/generator/fixed_names.hpp"

#include "core/kernel_text/kernel_text.hpp"
#include "core/kernel_text/tokens.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

namespace nopal {

namespace {

/// A definition `int n = 0`: of a constant, or of the counter of a loop.
struct Definition {
  std::string values; ///< the text that decides the values
  long changes = 1;   ///< how often the definition itself changes the integer
  bool is_safe = false;
};

using Definitions = std::map<std::string, std::vector<Definition>>;

/// Reads the definitions of one body.
class DefinitionReader {
public:
  explicit DefinitionReader(const std::string& body) : text_(body), tokens_(body) {}

  Definitions read() {
    for (std::size_t n = 0; n < tokens_.size(); ++n) {
      if (!tokens_[n].is_name()) continue;
      changes_[std::string(tokens_[n].text)] += is_changed_at(tokens_, n) ? 1 : 0;
      const bool one = n > 0 && tokens_[n - 1].is("int");
      const bool several = n > 0 && tokens_[n - 1].is(",") && // int a = 1, b = 2
                           (tokens_[n + 1].is("=") || tokens_[n + 1].is(",") || tokens_[n + 1].is(";"));
      if (one || several) definitions_[std::string(tokens_[n].text)].push_back(definition_at(n));
    }
    std::erase_if(definitions_, [&](const auto& of) { return !is_never_changed(of.first, of.second); });
    return std::move(definitions_);
  }

private:
  Definition definition_at(std::size_t n) const {
    const auto before = [&](std::size_t distance) { return n >= distance ? tokens_[n - distance].text : ""; };
    if (before(1) != "int" || !tokens_[n + 1].is("=")) return {};
    std::size_t end = n + 2;
    while (end < tokens_.size() && !tokens_[end].is(";")) ++end;
    const std::string values = text_.substr(tokens_[n + 1].at + 1, tokens_[end].at - tokens_[n + 1].at - 1);
    if (before(2) == "const") return {values, 1, true};
    if (before(2) != "(" || before(3) != "for" || values.find(',') != std::string::npos) return {};
    const std::size_t bound = end + 3;
    if (tokens_[end + 1].text != tokens_[n].text || (!tokens_[bound - 1].is("<") && !tokens_[bound - 1].is("<=")))
      return {};
    std::size_t step = bound;
    while (step < tokens_.size() && !tokens_[step].is(";")) {
      if (tokens_[step].text.find_first_of("&|?") != std::string_view::npos) return {};
      ++step;
    }
    if (!steps_up(tokens_[n].text, step + 1)) return {};
    const std::size_t begin = tokens_[bound - 1].at + tokens_[bound - 1].text.size();
    return {values + " " + text_.substr(begin, tokens_[step].at - begin), 2, true};
  }

  /// Whether `++n`, `n++` or `n += 2` stands from the token on, and then `)`.
  bool steps_up(std::string_view name, std::size_t at) const {
    const std::string_view first = tokens_[at].text, second = tokens_[at + 1].text;
    if ((first == "++" && second == name) || (first == name && second == "++")) return tokens_[at + 2].is(")");
    const Token& step = tokens_[at + 2];
    return first == name && second == "+=" && step.kind == Token::Kind::number && step.text.front() != '0' &&
           step.text.find_first_not_of("0123456789") == std::string_view::npos && tokens_[at + 3].is(")");
  }

  /// Whether nothing but these definitions changes the integer.
  bool is_never_changed(const std::string& name, const std::vector<Definition>& definitions) const {
    long explained = 0;
    for (const Definition& definition : definitions) {
      if (!definition.is_safe) return false;
      explained += definition.changes;
    }
    return changes_.at(name) == explained;
  }

  const std::string& text_;
  const Tokens tokens_;
  Definitions definitions_;
  std::unordered_map<std::string, long> changes_;
};

} // namespace

bool FixedNames::holds(const std::string& text, bool with_counting) const {
  return std::ranges::all_of(names_in(text), [&](const std::string& found) {
    return found == "count" || std::ranges::count(constant, found) > 0 ||
           (with_counting && std::ranges::count(counting, found) > 0);
  });
}

FixedNames fixed_names(const std::string& body, const std::vector<std::pair<std::string, int>>& maps) {
  FixedNames names;
  for (const auto& [map, arity] : maps) (arity > 0 ? names.constant : names.counting).push_back(map);
  Definitions definitions = DefinitionReader(body).read();
  // A definition may use integers that are defined before it.
  for (std::size_t before = definitions.size() + 1; before != definitions.size();) {
    before = definitions.size();
    for (const bool constant : {true, false})
      std::erase_if(definitions, [&](const auto& of) {
        const bool fixed = std::ranges::all_of(of.second, [&](const Definition& definition) {
          return constant ? names.are_constant(definition.values) : names.are_fixed(definition.values);
        });
        if (fixed) (constant ? names.constant : names.counting).push_back(of.first);
        return fixed;
      });
  }
  return names;
}

} // namespace nopal
