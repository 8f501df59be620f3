#include "core/device/reduced_words.hpp"

#include <bit>

namespace nopal {

namespace {

std::int64_t word(const ReducedWords& words, ReducedWord which) {
  return words[words.size() - n_reduced_words + static_cast<std::size_t>(which)];
}

ExactSum::Digits digits_of(const ReducedWords& words, int sum) {
  ExactSum::Digits digits{};
  for (int d = 0; d < ExactSum::n_digits; ++d) {
    const std::int64_t pair = words[static_cast<std::size_t>((sum * ExactSum::n_digits + d) / 2)];
    digits[static_cast<std::size_t>(d)] = d % 2 == 0 ? pair & 0xffffffff : pair >> 32 & 0xffffffff;
  }
  // The last digit carries the sign.
  auto& last = digits[ExactSum::n_digits - 1];
  last = static_cast<std::int32_t>(static_cast<std::uint32_t>(last));
  digits[ExactSum::n_digits] = word(words, ReducedWord::nan);
  digits[ExactSum::n_digits + 3] = word(words, ReducedWord::poison);
  return digits;
}

} // namespace

Moments moments_of(const ReducedWords& words, const MomentsWanted& wanted) {
  const std::int64_t plus = word(words, ReducedWord::plus_infinity);
  const std::int64_t minus = word(words, ReducedWord::minus_infinity);
  Moments moments;
  if (wanted.extremes) {
    moments.min = std::bit_cast<double>(word(words, ReducedWord::min));
    moments.max = std::bit_cast<double>(word(words, ReducedWord::max));
    moments.nan = word(words, ReducedWord::nan) > 0;
  }
  const auto sum_of = [&](int sum, std::int64_t positive, std::int64_t negative) {
    ExactSum::Digits digits = digits_of(words, sum);
    digits[ExactSum::n_digits + 1] = positive;
    digits[ExactSum::n_digits + 2] = negative;
    return ExactSum::from_digits(digits);
  };
  if (wanted.sum) moments.sum = sum_of(0, plus, minus);
  if (wanted.magnitudes) moments.magnitudes = sum_of(1, plus + minus, 0);
  if (wanted.squares) moments.squares = sum_of(2, plus + minus + word(words, ReducedWord::infinite_squares), 0);
  return moments;
}

} // namespace nopal
