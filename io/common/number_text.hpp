#pragma once
// Numbers as text, with the fewest digits that read back to the same bits, whatever the locale.

#include <charconv>
#include <cmath>
#include <span>
#include <string>

namespace nopal::common {

/// Returns "0.1", "1e+20" or "-inf".
inline std::string number_text(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

/// Returns the text of a value: of a real, such as "nan", which has no sign here, or of the two parts of a complex
/// number, such as "nan + 1 i".
inline std::string value_text(std::span<const double> parts) {
  const auto part = [](double x) { return std::isnan(x) ? "nan" : number_text(x); };
  return parts.size() == 1 ? part(parts[0]) : part(parts[0]) + " + " + part(parts[1]) + " i";
}

} // namespace nopal::common
