// The part of a clause that only loops over sets have: `via map[target]`, `as name`, `from value`.

#include "core/base/identifier.hpp"
#include "core/base/text.hpp"
#include "core/declarations/reader.hpp"

#include <cmath>

namespace nopal {

namespace {

// Finds the last of the words that stands alone in the text, with blanks around it. Returns npos if there is none.
std::size_t last_word(std::string_view text, std::string_view& word) {
  std::size_t last = std::string_view::npos;
  for (const std::string_view each : {" via ", " as ", " from "})
    if (const std::size_t at = text.rfind(each);
        at != std::string_view::npos && (last == std::string_view::npos || at > last)) {
      last = at;
      word = each;
    }
  return last;
}

ViaDeclaration parse_via(std::string_view text) {
  ViaDeclaration via;
  const std::size_t bracket = text.find('[');
  via.map = trimmed(text.substr(0, bracket));
  if (!is_qualified_identifier(via.map)) throw Error("via: \"" + via.map + "\" is not the name of a map");
  if (bracket == std::string_view::npos) return via;
  if (text.back() != ']') throw Error("via: \"" + std::string(text) + "\" does not end with \"]\": close the bracket");
  const std::string_view number = trimmed(text.substr(bracket + 1, text.size() - bracket - 2));
  const auto target = parse_number<int>(number);
  if (!target || *target < 0)
    throw Error("via: the target \"" + std::string(number) + "\" is not a number 0, 1, 2, ...");
  via.target = target;
  return via;
}

void read_part(std::string_view word, std::string_view value, ClauseDeclaration& clause) {
  const auto once = [&](bool given) {
    if (given) throw Error("found \"" + std::string(trimmed(word)) + "\" twice: remove one of them");
  };
  if (word == " via ") {
    once(clause.via.has_value());
    clause.via = parse_via(value);
  } else if (word == " as ") {
    once(!clause.as.empty());
    if (!is_identifier(value)) throw Error("as: \"" + std::string(value) + "\": " + identifier_rule);
    clause.as = value;
  } else {
    once(clause.from.has_value());
    clause.from = parse_number<double>(value);
    if (!clause.from || std::isnan(*clause.from)) throw Error("from: \"" + std::string(value) + "\" is not a number");
  }
}

} // namespace

std::string_view read_loop_parts(std::string_view text, ClauseDeclaration& clause) {
  std::string_view word;
  for (std::size_t at = last_word(text, word); at != std::string_view::npos; at = last_word(text, word)) {
    read_part(word, trimmed(text.substr(at + word.size())), clause);
    text = trimmed(text.substr(0, at));
  }
  return text;
}

} // namespace nopal
