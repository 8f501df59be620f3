#include "core/base/ascii.hpp"
#include "core/base/error.hpp"
#include "core/base/suggest.hpp"
#include "core/base/text.hpp"
#include "core/stencils/vertical.hpp"
#include "core/stencils/vertical_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace nopal {

namespace {

bool is_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

} // namespace

VerticalLevel VerticalAxis::parse_level(std::string_view text) const {
  const auto sign = text.find_first_of("+-");
  const std::string name(trimmed(text.substr(0, sign)));
  const std::string_view digits = sign == std::string_view::npos ? "" : trimmed(text.substr(sign + 1));
  if (name.empty() || !is_digits(digits))
    throw Error(fmt::format("\"{}\" is no vertical level: write a splitter and an offset, such as \"bottom+1\" or "
                            "\"top-1\"",
                            trimmed(text)));
  const auto splitter = std::find(splitters_.begin(), splitters_.end(), name);
  if (splitter == splitters_.end())
    throw Error(fmt::format("\"{}\" names the splitter \"{}\", which does not exist{}: write one of {}", trimmed(text),
                            name, did_you_mean(name, splitters_), fmt::join(splitters_, ", ")));
  // A number that int cannot hold is beyond every limit.
  const int offset = parse_number<int>(digits).value_or(std::numeric_limits<int>::max());
  const VerticalLevel level{static_cast<int>(splitter - splitters_.begin()), text[sign] == '-' ? -offset : offset};
  if (const std::string mistake = mistake_in(*this, level, trimmed(text)); !mistake.empty()) throw Error(mistake);
  return level;
}

VerticalInterval VerticalAxis::parse_interval(std::string_view text) const {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) {
    const VerticalLevel level = parse_level(text);
    return {level, level};
  }
  const std::string_view first = trimmed(text.substr(0, colon)), last = trimmed(text.substr(colon + 1));
  if (first.empty() || last.empty() || last.find(':') != std::string_view::npos)
    throw Error(fmt::format("\"{}\" is no interval: write the first and the last vertical level, such as \"bottom+2 : "
                            "top-1\", or one vertical level, such as \"bottom+1\"",
                            trimmed(text)));
  const VerticalInterval interval{parse_level(first), parse_level(last)};
  if (const auto mistakes = mistakes_in(*this, interval); !mistakes.empty()) throw Error(mistakes.front());
  return interval;
}

} // namespace nopal
