#include "core/parameters/range.hpp"

#include "core/base/error.hpp"
#include "core/base/text.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace nopal {

namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw Error("the range \"" + std::string(text) + "\" " + why +
              "; write lower:upper, with * for no bound and ( or ) to exclude a bound, such as 1:*, (0:1] or -1");
}

// A bound. `*` and an empty text give none.
std::optional<double> parse_bound(std::string_view bound, std::string_view text) {
  if (bound.empty() || bound == "*") return std::nullopt;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (bound == "inf" || bound == ".inf") return infinity;
  if (bound == "-inf" || bound == "-.inf") return -infinity;
  const auto value = parse_number<double>(bound);
  if (!value || !std::isfinite(*value))
    refuse(text, "has the bound \"" + std::string(bound) + "\", which is not a number");
  return value;
}

long parse_step(std::string_view step, std::string_view text) {
  const auto value = parse_number<long>(step);
  if (!value || *value < 1) refuse(text, "has the step \"" + std::string(step) + "\", which is not a positive integer");
  return *value;
}

} // namespace

bool Range::has_infinity() const { return (lower && std::isinf(*lower)) || (upper && std::isinf(*upper)); }

bool Range::contains(double value) const {
  if (std::isinf(value) && (value > 0 ? upper : lower) != value) return false;
  if (lower && (value < *lower || (lower_open && value == *lower))) return false;
  if (upper && (value > *upper || (upper_open && value == *upper))) return false;
  return !step || std::fmod(value - *lower, static_cast<double>(*step)) == 0;
}

Range parse_range(std::string_view text) {
  Range range;
  range.source = std::string(trimmed(text));
  std::string_view body = trimmed(text);
  if (body.empty()) refuse(text, "is empty");
  if (body.front() == '(' || body.front() == '[') {
    range.lower_open = body.front() == '(';
    body.remove_prefix(1);
  }
  if (!body.empty() && (body.back() == ')' || body.back() == ']')) {
    range.upper_open = body.back() == ')';
    body.remove_suffix(1);
  }
  const auto parts = split(body, ':');
  if (parts.size() > 3) refuse(text, "has more parts than lower:upper:step");
  if (trimmed(body).empty()) refuse(text, "has no bounds");
  range.lower = parse_bound(parts[0], text);
  range.upper = parts.size() > 1 ? parse_bound(parts[1], text) : range.lower;
  if (parts.size() == 3) {
    range.step = parse_step(parts[2], text);
    if (!range.lower) refuse(text, "has a step but no lower bound to count from");
  }
  if (range.lower && range.upper) {
    const bool open = range.lower_open || range.upper_open;
    if (*range.lower > *range.upper || (*range.lower == *range.upper && open)) refuse(text, "holds no value");
  }
  return range;
}

} // namespace nopal
