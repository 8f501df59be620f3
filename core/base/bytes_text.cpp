#include "core/base/bytes_text.hpp"

#include "core/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace nopal {

std::string bytes_text(std::size_t bytes) {
  constexpr std::array units = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
  return fmt::format("{:.1f} {}", value, units[unit]);
}

std::optional<std::size_t> parse_bytes(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, double>, 13> units = {{{"", 1},
                                                                          {"bytes", 1},
                                                                          {"B", 1},
                                                                          {"kB", 1e3},
                                                                          {"MB", 1e6},
                                                                          {"GB", 1e9},
                                                                          {"TB", 1e12},
                                                                          {"PB", 1e15},
                                                                          {"KiB", 0x1p10},
                                                                          {"MiB", 0x1p20},
                                                                          {"GiB", 0x1p30},
                                                                          {"TiB", 0x1p40},
                                                                          {"PiB", 0x1p50}}};
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::optional<double> number = parse_number<double>(text.substr(0, end));
  const auto unit = std::ranges::find(units, trimmed(text.substr(end)), &std::pair<std::string_view, double>::first);
  if (!number || unit == units.end() || *number * unit->second >= 0x1p63) return std::nullopt;
  return static_cast<std::size_t>(*number * unit->second);
}

} // namespace nopal
