#include "core/generator/definite_assignment.hpp"

#include "core/declarations/name_scope.hpp"
#include "core/generator/statement_flow.hpp"

#include <fmt/format.h>

#include <string>

namespace nopal {

namespace {

// The values of the names that a body has without declaring them: choices of keywords, and arities of maps.
RangeOfName known_values(const KernelDeclaration& kernel) {
  return [&kernel](std::string_view name) -> std::optional<ConstantRange> {
    for (const auto& [constant, value] : kernel.constants)
      if (constant == name) return ConstantRange{value, value};
    if (kernel.loop)
      for (const auto& [map, arity] : kernel.loop->maps)
        if (arity > 0 && split_name(map).name == name) return ConstantRange{arity, arity};
    return std::nullopt;
  };
}

std::string message(const UnsetUse& use, std::string_view name, int line) {
  if (use.is_array)
    return fmt::format("nothing sets {} before this place: set it first, or give its array values where it is declared "
                       "(line {}), such as = {{0.0}}",
                       name, line);
  if (!use.is_ever_set)
    return fmt::format("\"{}\" has no value here: give it one where it is declared (line {})", name, line);
  return fmt::format(
      "\"{}\" may have no value here, because not every way to this place sets it: give it a value where "
      "it is declared (line {}), or on each way, such as in an else or a default",
      name, line);
}

// The name, with the indices of an element.
std::string_view text_of(const UnsetUse& use, const Tokens& tokens, std::string_view text) {
  std::size_t last = use.use;
  while (use.is_array && tokens[last + 1].is("[")) last = tokens[last + 1].partner;
  return text.substr(tokens[use.use].at, tokens[last].at + tokens[last].text.size() - tokens[use.use].at);
}

// `returns`: whether it is a helper function. Its statements are those in the first braces.
void check(const KernelDeclaration& kernel, const std::string& text, const Locations& locations, bool returns,
           ErrorList& errors) {
  const Tokens tokens(text);
  std::size_t begin = 0, end = tokens.size();
  if (returns) {
    while (begin < end && !tokens[begin].is("{")) ++begin;
    if (begin == end || tokens[begin].partner == Token::no_partner) return;
    end = tokens[begin++].partner;
  }
  StatementFlow flow(tokens, known_values(kernel));
  flow.run(begin, end);
  const auto where = [&](std::size_t token) { return locations(tokens[token].at); };
  if (const auto deep = flow.too_deep()) {
    errors.add(where(*deep),
               fmt::format("this statement stands within {} others: move some of them to a helper function",
                           StatementFlow::deepest));
    return;
  }
  for (const UnsetUse& use : flow.unset_uses())
    errors.add(where(use.use), message(use, text_of(use, tokens, text), where(use.declaration).line));
  if (returns && flow.reaches_end())
    errors.add(where(end),
               "a way through this function ends here without a value: add a return before the last bracket");
}

} // namespace

void check_assignments(const KernelDeclaration& kernel, const KernelText& text, ErrorList& errors) {
  for (const HelperFunction& function : text.functions) {
    const std::string& path = function.where.file.empty() ? kernel.path : function.where.file;
    check(kernel, function.text, Locations(function.text, path, function.first_line), true, errors);
  }
  check(kernel, text.body, Locations(text.body, kernel.path), false, errors);
}

} // namespace nopal
