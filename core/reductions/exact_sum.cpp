#include "core/reductions/exact_sum.hpp"

#include "core/variables/poison_word.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

namespace nopal {

namespace {

// Digit d counts units of 2^(32 d - 1074). So digit 0 begins at the smallest denormal number.
constexpr int lowest_exponent = -1074;
constexpr std::int64_t digit_mask = 0xffffffff;

/// The number of additions after which carry() is called. One addition changes a digit by less than 2^33, and after a
/// carry a digit is below 2^32.
constexpr std::int64_t most_pending = std::int64_t{1} << 29;

/// The number of values that extract() gets in one call. block + 2 must be at most 2^block_bits.
constexpr std::size_t block = 512;
constexpr int block_bits = 10;
constexpr std::size_t shortest_block = 32; // values of a shorter block are added one by one

/// Each round takes 43 bits off all values. Values rarely have a rest after the last round. Rests are added one by one.
constexpr int most_rounds = 3;
constexpr int mantissa_bits = 53;

/// Above largest_scale sigma would overflow. Below smallest_scale the units of the last round might be denormal.
constexpr double smallest_scale = 0x1p-800, largest_scale = 0x1p+1000;

void propagate(ExactSum::Digits& digits) {
  for (int d = 0; d + 1 < ExactSum::n_digits; ++d) {
    digits[d + 1] += digits[d] >> 32;
    digits[d] &= digit_mask;
  }
}

/// The values in one register of any x86-64 or ARM processor. Several independent sums hide the latency of additions.
using Lanes = double __attribute__((vector_size(16)));
using LaneBits = std::int64_t __attribute__((vector_size(16)));
constexpr std::size_t n_lanes = 2, n_sums = 4, padding = n_lanes * n_sums;

/// Splits each value exactly into a multiple of ulp(sigma) and a remainder. The remainder replaces the value. The
/// multiples have few bits, so their sum is exact in any order (Rump, Ogita, Oishi: ExtractVector).
/// Returns this sum. Sets `left` to true if any remainder is not zero.
double extract(std::span<Lanes> values, double sigma, bool& left) {
  Lanes sum[n_sums] = {};
  LaneBits bits[n_sums] = {};
  for (std::size_t i = 0; i < values.size(); i += n_sums)
    for (std::size_t n = 0; n < n_sums; ++n) {
      const Lanes part = (sigma + values[i + n]) - sigma;
      const Lanes rest = values[i + n] - part;
      values[i + n] = rest;
      sum[n] += part;
      bits[n] |= std::bit_cast<LaneBits>(rest);
    }
  const Lanes total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  const LaneBits any = (bits[0] | bits[1]) | (bits[2] | bits[3]);
  left = (static_cast<std::uint64_t>(any[0] | any[1]) << 1) != 0;
  return total[0] + total[1];
}

/// Returns the largest |x| of the values. It ignores NaN.
double largest_magnitude(std::span<const double> values) {
  double most = 0;
#pragma omp simd reduction(max : most)
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double size = std::fabs(values[i]);
    most = most < size ? size : most;
  }
  return most;
}

} // namespace

void ExactSum::add(double value) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  if (exponent == 0x7ff) return add_special(value);
  const std::uint64_t fraction = bits & 0xfffffffffffff;
  const std::uint64_t mantissa = exponent == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  const int shift = exponent == 0 ? 0 : exponent - 1;
  const std::uint64_t low = (mantissa & digit_mask) << (shift & 31);
  const std::uint64_t high = (mantissa >> 32) << (shift & 31);
  const std::int64_t sign = -static_cast<std::int64_t>(bits >> 63); // 0 or -1: (x ^ sign) - sign negates
  std::int64_t* digit = digits_.data() + (shift >> 5);
  digit[0] += (static_cast<std::int64_t>(low & digit_mask) ^ sign) - sign;
  digit[1] += (static_cast<std::int64_t>((low >> 32) + (high & digit_mask)) ^ sign) - sign;
  digit[2] += (static_cast<std::int64_t>(high >> 32) ^ sign) - sign;
  if (++pending_ >= most_pending) carry();
}

void ExactSum::add_special(double value) {
  if (!std::isnan(value)) {
    ++digits_[value > 0 ? plus_infinity : minus_infinity];
    return;
  }
  ++digits_[nan];
  if (is_poison(std::bit_cast<std::uint64_t>(value))) ++digits_[poison];
}

void ExactSum::add(std::span<const double> values) {
  for (; values.size() > block; values = values.subspan(block)) add_block(values.first(block));
  add_block(values);
}

void ExactSum::add_block(std::span<const double> values) {
  const auto add_each = [this](const double* first, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
      if (first[i] != 0) add(first[i]);
  };
  if (values.size() < shortest_block) return add_each(values.data(), values.size());
  const double scale = largest_magnitude(values);
  if (!(scale > smallest_scale && scale < largest_scale)) return add_each(values.data(), values.size());
  Lanes storage[block / n_lanes];
  const std::span<Lanes> rest(storage, (values.size() + padding - 1) / padding * n_sums);
  std::fill(rest.end() - n_sums, rest.end(), Lanes{});
  std::memcpy(storage, values.data(), values.size_bytes());
  double sigma = std::ldexp(1.0, std::ilogb(scale) + 1 + block_bits);
  bool left = true;
  for (int round = 0; left && round < most_rounds; ++round) {
    const double sum = extract(rest, sigma, left);
    // The sum is exact unless a value is NaN. The first round finds a NaN.
    if (std::isnan(sum)) return add_each(values.data(), values.size());
    add(sum);
    sigma *= std::ldexp(1.0, block_bits - mantissa_bits);
  }
  if (left) add_each(reinterpret_cast<const double*>(storage), values.size());
}

void ExactSum::add_integer(std::int64_t value) {
  const std::int64_t low = value & digit_mask;
  add(static_cast<double>(value - low));
  add(static_cast<double>(low));
}

void ExactSum::add(const ExactSum& other) {
  const Digits digits = other.normalized();
  for (int d = 0; d < n_words; ++d) digits_[d] += digits[d];
  if (++pending_ >= most_pending) carry();
}

void ExactSum::carry() {
  propagate(digits_);
  pending_ = 0;
}

ExactSum::Digits ExactSum::normalized() const {
  Digits result = digits_;
  propagate(result);
  return result;
}

ExactSum ExactSum::from_digits(const Digits& digits) {
  ExactSum sum;
  sum.digits_ = digits;
  sum.carry();
  return sum;
}

double ExactSum::value() const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool plus = digits_[plus_infinity] > 0, minus = digits_[minus_infinity] > 0;
  if (digits_[poison] > 0) return std::bit_cast<double>(poison_bits({}));
  if (digits_[nan] > 0 || (plus && minus)) return std::numeric_limits<double>::quiet_NaN();
  if (plus || minus) return plus ? infinity : -infinity;

  // The last digit holds the sign. Change all digits to the digits of the magnitude.
  Digits digits = normalized();
  const bool negative = digits[n_digits - 1] < 0;
  if (negative) {
    for (int d = 0; d < n_digits; ++d) digits[d] = -digits[d];
    propagate(digits);
  }
  int top = n_digits - 1;
  while (top > 0 && digits[top] == 0) --top;
  const auto bit = [&](int position) { return static_cast<std::uint64_t>(digits[position / 32] >> position % 32 & 1); };
  // The mantissa consists of the bits first..end-1: 53 bits, or fewer if the sum ends at the smallest denormal.
  const int end = 32 * top + static_cast<int>(std::bit_width(static_cast<std::uint64_t>(digits[top])));
  const int first = std::max(0, end - 53);
  std::uint64_t mantissa = 0;
  for (int position = end - 1; position >= first; --position) mantissa = mantissa << 1 | bit(position);
  if (first > 0 && bit(first - 1) != 0) {
    const int half = first - 1;
    const bool above_half = (digits[half / 32] & ((std::int64_t{1} << half % 32) - 1)) != 0 ||
                            std::any_of(digits.begin(), digits.begin() + half / 32, [](auto d) { return d != 0; });
    if (above_half || (mantissa & 1) != 0) ++mantissa;
  }
  const double magnitude = std::ldexp(static_cast<double>(mantissa), first + lowest_exponent);
  return negative ? -magnitude : magnitude;
}

Int128 ExactSum::integer() const {
  __extension__ using Bits = unsigned __int128;
  // The digits are those of a number in two's complement, since the last one holds the sign.
  constexpr int first = -lowest_exponent / 32, bits_below_one = -lowest_exponent % 32;
  const Digits digits = normalized();
  Bits sum = 0;
  for (int d = first; 32 * (d - first) < 128 + bits_below_one; ++d) {
    const auto digit = static_cast<Bits>(digits[d] & digit_mask);
    sum |= d == first ? digit >> bits_below_one : digit << (32 * (d - first) - bits_below_one);
  }
  return static_cast<Int128>(sum);
}

} // namespace nopal
