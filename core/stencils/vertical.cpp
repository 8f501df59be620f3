#include "core/stencils/vertical.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"
#include "core/base/identifier.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

VerticalAxis::VerticalAxis(const std::vector<std::string>& between, int limit) : splitters_{"bottom"}, limit_(limit) {
  // An interval neither begins nor ends at offset -limit or limit. With limit 1 there would be no intervals.
  NOPAL_ASSERT(limit >= 2);
  for (const std::string& name : between) {
    if (!is_identifier(name)) throw Error(fmt::format("\"{}\" is no name for a splitter: {}", name, identifier_rule));
    if (name == "bottom" || name == "top")
      throw Error(fmt::format("every axis has the splitter \"{}\": give this splitter another name", name));
    if (std::find(splitters_.begin(), splitters_.end(), name) != splitters_.end())
      throw Error(fmt::format("two splitters have the name \"{}\": give one of them another name", name));
    splitters_.push_back(name);
  }
  splitters_.emplace_back("top");
}

int VerticalAxis::offset_index(int offset) const {
  NOPAL_ASSERT(has_offset(offset));
  return offset + limit_ - (offset > 0 ? 1 : 0);
}

int VerticalAxis::index(const VerticalLevel& level) const {
  NOPAL_ASSERT(level.splitter >= 0 && level.splitter <= top());
  return level.splitter * 2 * limit_ + offset_index(level.offset);
}

VerticalLevel VerticalAxis::vertical_level(int index) const {
  NOPAL_ASSERT(index >= 0 && index < count());
  const int offset = index % (2 * limit_) - limit_;
  return {index / (2 * limit_), offset < 0 ? offset : offset + 1};
}

std::string VerticalAxis::text(const VerticalLevel& level) const {
  NOPAL_ASSERT(level.splitter >= 0 && level.splitter <= top());
  return fmt::format("{}{:+}", splitters_[level.splitter], level.offset);
}

std::string VerticalAxis::text(const VerticalInterval& interval) const {
  if (interval.first == interval.last) return text(interval.first);
  return text(interval.first) + " : " + text(interval.last);
}

long k_of(const VerticalLevel& level, std::span<const long> positions) {
  NOPAL_ASSERT(level.offset != 0 && level.splitter >= 0 && static_cast<size_t>(level.splitter) < positions.size());
  return positions[level.splitter] + level.offset - (level.offset > 0 ? 1 : 0);
}

VerticalRange range_of(const VerticalInterval& interval, std::span<const long> positions) {
  return {k_of(interval.first, positions), k_of(interval.last, positions) + 1};
}

} // namespace nopal
