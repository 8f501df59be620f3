#include "core/stencils/extent.hpp"

#include "core/base/error.hpp"
#include "core/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

[[noreturn]] void refuse_extent(std::string_view text, const std::string& why) {
  throw Error(fmt::format("the extent \"{}\" {}; write lower:upper or 0 for each of up to three axes, such as <-1:1>, "
                          "<-2:2, -2:2> or <0, -1:0>",
                          text, why));
}

int parse_offset(std::string_view offset, std::string_view text) {
  const auto value = parse_number<int>(offset);
  if (!value || *value < -largest_offset || *value > largest_offset)
    refuse_extent(text, fmt::format("has the offset \"{}\", which is not a whole number from {} to {}", offset,
                                    -largest_offset, largest_offset));
  return *value;
}

void parse_axis(std::string_view part, std::string_view text, int& lower, int& upper) {
  if (part.empty()) refuse_extent(text, "has an axis without offsets");
  const auto colon = part.find(':');
  if (colon == std::string_view::npos) {
    const int offset = parse_offset(part, text);
    if (offset != 0)
      refuse_extent(
          text, fmt::format("has one offset, {0}, for an axis: write {0}:{0} if the kernel reads only there", offset));
    return;
  }
  lower = parse_offset(trimmed(part.substr(0, colon)), text);
  upper = parse_offset(trimmed(part.substr(colon + 1)), text);
  if (lower > upper)
    refuse_extent(text, fmt::format("has the lower offset {} above the upper offset {}", lower, upper));
}

} // namespace

std::string Extent::text() const {
  int axes = 3;
  while (axes > 1 && lower[axes - 1] == 0 && upper[axes - 1] == 0) --axes;
  std::string result;
  for (int axis = 0; axis < axes; ++axis) {
    const bool zero = lower[axis] == 0 && upper[axis] == 0;
    result += (axis == 0 ? "<" : ", ") + (zero ? "0" : fmt::format("{}:{}", lower[axis], upper[axis]));
  }
  return result + ">";
}

Extent operator+(const Extent& a, const Extent& b) {
  Extent sum;
  for (int axis = 0; axis < 3; ++axis) {
    sum.lower[axis] = a.lower[axis] + b.lower[axis];
    sum.upper[axis] = a.upper[axis] + b.upper[axis];
  }
  return sum;
}

Extent mee(const Extent& a, const Extent& b) {
  Extent both;
  for (int axis = 0; axis < 3; ++axis) {
    both.lower[axis] = std::min(a.lower[axis], b.lower[axis]);
    both.upper[axis] = std::max(a.upper[axis], b.upper[axis]);
  }
  return both;
}

Extent mee(const std::optional<Extent>& a, const Extent& b) { return a ? mee(*a, b) : b; }

Box extended(Box box, const Extent& extent) {
  for (int axis = 0; axis < 3; ++axis) {
    box.lower[axis] += extent.lower[axis];
    box.upper[axis] += extent.upper[axis];
  }
  return box;
}

Extent parse_extent(std::string_view text) {
  text = trimmed(text);
  if (text.size() < 2 || text.front() != '<' || text.back() != '>')
    refuse_extent(text, "does not begin with < and end with >");
  const std::string_view axes = text.substr(1, text.size() - 2);
  Extent extent;
  int axis = 0;
  for (std::size_t start = 0; start <= axes.size(); ++axis) {
    if (axis == 3) refuse_extent(text, "has more than three axes");
    const auto comma = std::min(axes.find(',', start), axes.size());
    parse_axis(trimmed(axes.substr(start, comma - start)), text, extent.lower[axis], extent.upper[axis]);
    start = comma + 1;
  }
  return extent;
}

} // namespace nopal
