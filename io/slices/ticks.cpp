#include "ticks.hpp"

#include "numbers.hpp"

#include <nopal/thorn.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace nopal::slices {

namespace {

/// With more steps than this, doubles cannot distinguish neighbouring multiples of the step.
constexpr double most_steps = 1e15;
/// Labels with more digits than this are written as differences from a base.
constexpr int most_digits = 6;

/// Returns ticks at the numbers n 10^exponent. Their labels have the fewest digits that distinguish them.
Ticks labelled(const std::vector<std::int64_t>& numbers, int exponent) {
  std::int64_t base = 0;
  const auto most = [&] { return std::max(std::abs(numbers.front() - base), std::abs(numbers.back() - base)); };
  if (digits(most()) > most_digits) {
    std::int64_t unit = 1; // the power of ten above the range of the numbers
    while (unit <= numbers.back() - numbers.front()) unit *= 10;
    base = numbers.front() / unit * unit;
  }
  Ticks result;
  if (base != 0) result.base = text(Decimal{base, exponent});
  const int magnitude = exponent + digits(most()) - 1;
  if (magnitude < -3 || magnitude > 4) result.power = magnitude;
  for (const std::int64_t n : numbers)
    result.ticks.push_back({Decimal{n, exponent}.value(), fixed_text(Decimal{n - base, exponent}, result.power,
                                                                     std::max(0, result.power - exponent))});
  return result;
}

/// Returns all multiples of the step factor 10^exponent in the range; none if they are not distinct.
std::vector<std::int64_t> multiples(double low, double high, std::int64_t factor, int exponent) {
  const double step = Decimal{factor, exponent}.value();
  const double first = std::ceil(low / step - 1e-9);
  const double last = std::floor(high / step + 1e-9);
  std::vector<std::int64_t> numbers;
  if (!(std::abs(first) < most_steps && std::abs(last) < most_steps)) return numbers;
  for (auto n = static_cast<std::int64_t>(first); n <= static_cast<std::int64_t>(last); ++n)
    numbers.push_back(n * factor);
  return numbers;
}

/// Returns the ends of a narrow range, as differences from the lower end.
Ticks ends(double low, double high) {
  const Decimal width = decimal(high - low, 3);
  Ticks result;
  if (low != 0) result.base = text(low, true);
  result.power = width.exponent + 2;
  result.ticks = {{low, fixed_text({0, width.exponent}, result.power, 2)}, {high, fixed_text(width, result.power, 2)}};
  return result;
}

/// Returns every `stride`-th power of ten. If stride is 1, minor ticks are the multiples of each power; otherwise they
/// are the other powers, if these are not too many.
Ticks decades(double low, double high, int first, int last, int stride) {
  Ticks result;
  for (int power = first - 1; power <= last; ++power) {
    const double value = Decimal{1, power}.value();
    if (power >= first && power % stride == 0)
      result.ticks.push_back({value, "10" + superscript(power)});
    else if (power >= first && stride <= 10)
      result.minor.push_back(value);
    for (int n = 2; n < 10 && stride == 1; ++n)
      if (const double between = Decimal{n, power}.value(); low <= between && between <= high)
        result.minor.push_back(between);
  }
  return result;
}

/// Returns a stride, which is 1, 2 or 5 times a power of ten. About `about` of the powers from `first` to `last`, and
/// at least two, are multiples of it.
int stride_of(int first, int last, int about) {
  int stride = 1;
  for (int power = 1;; power *= 10)
    for (const int factor : {1, 2, 5}) {
      int multiples = 0;
      for (int n = first; n <= last; ++n) multiples += n % (factor * power) == 0 ? 1 : 0;
      if (multiples < 2) return stride;
      stride = factor * power;
      if (multiples <= about + 1) return stride;
    }
}

} // namespace

Ticks linear_ticks(double low, double high, int about) {
  constexpr std::int64_t factors[] = {1, 2, 5};
  const double least = high / about - low / about; // no overflow
  if (!(least > 0)) return ends(low, high);        // smaller than any positive double
  int exponent = static_cast<int>(std::floor(nopal::maths::log10(least)));
  int f = 0;
  while (Decimal{factors[f], exponent}.value() < least * (1 - 1e-9)) {
    f = (f + 1) % 3;
    if (f == 0) ++exponent;
  }
  if (const auto numbers = multiples(low, high, factors[f], exponent); numbers.size() >= 2)
    return labelled(numbers, exponent);
  // If few ticks are asked for, the range may lie between two of them.
  if (f == 0) --exponent;
  if (const auto numbers = multiples(low, high, factors[(f + 2) % 3], exponent); numbers.size() >= 2)
    return labelled(numbers, exponent);
  return ends(low, high);
}

Ticks logarithmic_ticks(double low, double high, int about) {
  const int first = static_cast<int>(std::ceil(nopal::maths::log10(low) - 1e-9));
  const int last = static_cast<int>(std::floor(nopal::maths::log10(high) + 1e-9));
  if (last - first >= 2) return decades(low, high, first, last, stride_of(first, last, about));
  const auto exponent = static_cast<int>(std::floor(nopal::maths::log10(low)));
  std::vector<std::int64_t> numbers;
  std::int64_t unit = 1;
  for (int power = exponent; power <= last; ++power, unit *= 10)
    for (const int n : {1, 2, 5})
      if (const double value = Decimal{n, power}.value(); low <= value && value <= high) numbers.push_back(n * unit);
  return numbers.size() >= 3 ? labelled(numbers, exponent) : linear_ticks(low, high, about);
}

std::string axis_title(const std::string& name, const std::string& unit, const Ticks& ticks) {
  std::string title = name;
  if (ticks.base.starts_with("−"))
    title += " + " + ticks.base.substr(std::string("−").size());
  else if (!ticks.base.empty())
    title += " − " + ticks.base;
  const std::string factor = ticks.power != 0 ? "×10" + superscript(ticks.power) : "";
  if (!factor.empty() || !unit.empty())
    title += " (" + factor + (factor.empty() || unit.empty() ? "" : " ") + unit + ")";
  return title;
}

} // namespace nopal::slices
