#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/base/text.hpp"
#include "core/declarations/reader.hpp"

namespace nopal {

namespace {

const std::vector<std::string> region_words{"interior", "boundary", "ghosts", "owned", "everywhere"};

// Throws an Error that says what is wrong.
int parse_timelevel(std::string_view text) {
  const auto timelevel = parse_number<int>(text);
  const bool leading_zero = text.size() > 1 && text[0] == '0';
  if (!timelevel || *timelevel < 0 || leading_zero)
    throw Error("the timelevel \"" + std::string(text) + "\" is not a number 0, 1, 2, ...");
  return *timelevel;
}

} // namespace

Region parse_region(std::string_view text) {
  Region region = Region::none;
  for (std::size_t start = 0; start <= text.size();) {
    const auto comma = std::min(text.find(',', start), text.size());
    const std::string word(trimmed(text.substr(start, comma - start)));
    const Region part = region_from_word(word);
    if (!any(part))
      throw Error("\"" + word + "\" is not a region" + did_you_mean(word, region_words) +
                  "; regions are interior, boundary, ghosts, owned, everywhere");
    if (any(region & part)) throw Error("the region \"" + word + "\" is already part of the list");
    region |= part;
    start = comma + 1;
  }
  return region;
}

SlotName parse_slot(std::string_view text) {
  SlotName slot;
  const auto at = text.find('@');
  if (at != std::string_view::npos) slot.timelevel = parse_timelevel(trimmed(text.substr(at + 1)));
  slot.name = trimmed(text.substr(0, at));
  if (!is_qualified_identifier(slot.name)) throw Error("\"" + slot.name + "\" is not the name of a variable or group");
  return slot;
}

std::optional<ClauseDeclaration> parse_clause(const std::string& text, const Location& where, ErrorList& errors) {
  ClauseDeclaration clause;
  clause.where = where;
  clause.text = text;
  std::string_view slot = trimmed(text);
  try {
    const auto open = slot.find('(');
    if (open != std::string_view::npos) {
      if (slot.back() != ')')
        throw Error("the clause does not end with \")\": close the bracket, and put a clause with a comma in quotes");
      clause.region = parse_region(slot.substr(open + 1, slot.size() - open - 2));
      slot = slot.substr(0, open);
    }
    SlotName parsed = parse_slot(slot);
    clause.name = std::move(parsed.name);
    clause.timelevel = parsed.timelevel;
  } catch (const Error& error) {
    errors.add(where, "clause \"" + text + "\": " + error.what() +
                          "; a clause is variable[@timelevel][(region)], such as phi, phi@1, phi@0(interior)");
    return std::nullopt;
  }
  return clause;
}

} // namespace nopal
