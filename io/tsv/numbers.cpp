#include "numbers.hpp"

#include <charconv>
#include <cmath>

namespace nopal::tsv {

namespace {

template <class T, class... Format> std::string number(T value, Format... format) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, format...).ptr;
  return {buffer, end};
}

} // namespace

std::string text(double value) {
  return std::isnan(value) ? "nan" : number(value, std::chars_format::general, 17); // whatever the sign of the NaN
}
std::string text(std::int64_t value) { return number(value); }

} // namespace nopal::tsv
