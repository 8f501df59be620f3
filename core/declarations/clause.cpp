#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/base/text.hpp"
#include "core/declarations/reader.hpp"

#include <algorithm>
#include <array>

namespace nopal {

namespace {

const std::vector<std::string> clause_regions{"interior", "boundary", "ghosts", "owned", "everywhere"};

// Throws an Error that says what is wrong.
int parse_timelevel(std::string_view text) {
  const auto timelevel = parse_number<int>(text);
  const bool leading_zero = text.size() > 1 && text[0] == '0';
  if (!timelevel || *timelevel < 0 || leading_zero)
    throw Error("the timelevel \"" + std::string(text) + "\" is not a number 0, 1, 2, ...");
  return *timelevel;
}

// The parts of a clause as written, without blanks around them. A part that is not there is empty.
struct Parts {
  std::string_view name;
  std::array<std::string_view, 3> others; ///< "@1", "<-1:1>", "(interior)"
};

// Where the part that begins the text ends. Throws an Error if its bracket is not closed.
std::size_t end_of_part(std::string_view text) {
  if (text.front() == '@') return std::min(text.find_first_of("@<(", 1), text.size());
  const char close = text.front() == '<' ? '>' : ')';
  const auto end = text.find(close);
  if (end == std::string_view::npos)
    throw Error(std::string(close == '>' ? "the extent" : "the clause") + " does not end with \"" + close +
                "\": close the bracket, and put a clause with a comma in quotes");
  return end + 1;
}

// Throws an Error that says what is wrong.
Parts clause_parts(std::string_view text) {
  constexpr std::string_view beginnings = "@<(";
  Parts parts;
  const auto end_of_name = std::min(text.find_first_of(beginnings), text.size());
  parts.name = trimmed(text.substr(0, end_of_name));
  std::string_view rest = text.substr(end_of_name);
  std::string_view before;
  std::size_t next = 0; // the first part that may follow
  bool in_order = true;
  while (!rest.empty()) {
    const std::size_t which = beginnings.find(rest.front());
    if (which == std::string_view::npos)
      throw Error("found \"" + std::string(rest) + "\" after \"" + std::string(before) + "\": remove it");
    const std::size_t end = end_of_part(rest);
    const std::string_view part = trimmed(rest.substr(0, end));
    if (!parts.others[which].empty())
      throw Error("found both \"" + std::string(parts.others[which]) + "\" and \"" + std::string(part) +
                  "\": remove one of them");
    parts.others[which] = before = part;
    in_order = in_order && which >= next;
    next = which + 1;
    rest = trimmed(rest.substr(end));
  }
  if (in_order) return parts;
  std::string ordered(parts.name);
  for (const std::string_view part : parts.others) ordered += part;
  throw Error("timelevel, extent and region stand in this order: write \"" + ordered + "\"");
}

} // namespace

Region parse_region(std::string_view text) {
  Region region = Region::none;
  for (std::size_t start = 0; start <= text.size();) {
    const auto comma = std::min(text.find(',', start), text.size());
    const std::string word(trimmed(text.substr(start, comma - start)));
    const Region part = region_from_word(word);
    if (!any(part))
      throw Error("\"" + word + "\" is not a region" + did_you_mean(word, clause_regions) +
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
  try {
    const Parts parts = clause_parts(read_loop_parts(trimmed(text), clause));
    const auto [timelevel, extent, region] = parts.others;
    SlotName parsed = parse_slot(std::string(parts.name) + std::string(timelevel));
    clause.name = std::move(parsed.name);
    clause.timelevel = parsed.timelevel;
    if (!extent.empty()) clause.extent = parse_extent(extent);
    if (!region.empty()) clause.region = parse_region(region.substr(1, region.size() - 2));
  } catch (const Error& error) {
    errors.add(where, "clause \"" + text + "\": " + error.what() +
                          "; a clause is variable[@timelevel][<extent>][(region)], such as phi, phi@1, phi<-1:1>, "
                          "phi@0(interior)");
    return std::nullopt;
  }
  return clause;
}

} // namespace nopal
