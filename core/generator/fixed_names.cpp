#include "core/generator/fixed_names.hpp"

#include "core/generator/kernel_text.hpp"

#include <algorithm>
#include <map>
#include <regex>

namespace nopal {

namespace {

/// A definition `int n = 0`: of a constant, or of the counter of a loop.
struct Definition {
  std::string values; ///< the text that decides the values
  long changes = 1;   ///< how often the definition itself changes the integer
  bool is_safe = false;
};

using Definitions = std::map<std::string, std::vector<Definition>>;

Definitions definitions_in(const std::string& body) {
  static const std::regex constant(R"(\bconst\s+int\s+([A-Za-z_]\w*)\s*=([^;]*);)");
  static const std::regex counter(R"(\bfor\s*\(\s*int\s+([A-Za-z_]\w*)\s*=([^;,]*);\s*\1\s*<=?([^;&|?]*);)"
                                  R"(\s*(?:\+\+\s*\1|\1\s*\+\+|\1\s*\+=\s*[1-9]\d*)\s*\))");
  static const std::regex any(R"(\bint\s+([A-Za-z_]\w*))"), several(R"(,\s*([A-Za-z_]\w*)\s*[=,;])");
  Definitions definitions;
  for (const std::smatch& match : matches(body, any)) definitions[match[1]].emplace_back();
  for (const std::smatch& match : matches(body, several)) // int a = 1, b = 2
    definitions[match[1]].emplace_back();
  const auto explain = [&](const std::string& name, const std::string& values, long changes) {
    const auto open = std::ranges::find(definitions[name], false, &Definition::is_safe);
    *open = {values, changes, true};
  };
  for (const std::smatch& match : matches(body, constant)) explain(match[1], match[2], 1);
  for (const std::smatch& match : matches(body, counter)) explain(match[1], match.str(2) + " " + match.str(3), 2);
  return definitions;
}

/// Whether nothing but these definitions changes the integer.
bool is_never_changed(const std::string& body, const std::string& name, const std::vector<Definition>& definitions) {
  long explained = 0;
  for (const Definition& definition : definitions) {
    if (!definition.is_safe) return false;
    explained += definition.changes;
  }
  const std::regex change(R"((?:\+\+|--)\s*)" + name + R"(\b|\b)" + name +
                          R"(\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=)))");
  return static_cast<long>(matches(body, change).size()) == explained;
}

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
  Definitions definitions = definitions_in(body);
  std::erase_if(definitions, [&](const auto& of) { return !is_never_changed(body, of.first, of.second); });
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
