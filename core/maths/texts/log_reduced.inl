// The argument of logarithms: x = 2^k m, 1/sqrt 2 <= m < sqrt 2, and s = (m - 1) / (m + 1) as a sum of two reals, for
// positive, finite x: log(m) = 2 atanh(s) (P. T. P. Tang 1990).
// Uses: numbers
#define NOPAL_BITS_OF_ROOT 0x3fe6a09e667f3bcd // of 1/sqrt 2

struct nopal_log_split {
  nopal_real k, f;     // f = m - 1
  nopal_bits exponent; // k + 1023
};

// `bias` is 1023 for x, and n more for 2^n x. x is not denormal.
NOPAL_MATHS struct nopal_log_split nopal_log_split_of(nopal_real x, nopal_real bias) {
  struct nopal_log_split split;
  const nopal_bits shifted = nopal_to_bits(x) + (0x3ff0000000000000 - NOPAL_BITS_OF_ROOT);
  split.exponent = shifted >> 52;
  // An integer below 2^52 in the low bits of the real 2^52 + integer.
  split.k = nopal_of_bits(split.exponent | 0x4330000000000000) - (bias + 0x1p52);
  split.f = nopal_of_bits((shifted & 0xfffffffffffff) + NOPAL_BITS_OF_ROOT) - 1.0;
  return split;
}

struct nopal_log_reduced {
  nopal_real k, s, s_low;
  nopal_real inverse; // about 1 / (m + 1)
};

// f = m - 1
NOPAL_MATHS struct nopal_log_reduced nopal_log_reduced_of(nopal_real k, nopal_real f) {
  struct nopal_log_reduced reduced;
  const struct nopal_pair u = nopal_fast_sum(nopal_same(2.0), f);
  reduced.k = k;
  reduced.inverse = 1.0 / u.high;
  reduced.s = f * reduced.inverse;
  reduced.s_low = (nopal_fma(-reduced.s, u.high, f) - reduced.s * u.low) * reduced.inverse;
  return reduced;
}

NOPAL_MATHS struct nopal_log_reduced nopal_log_reduce(nopal_real x) {
  const nopal_test small = x < 0x1p-1022;
  const nopal_real normal = nopal_choose(small, x * 0x1p54, x);
  const struct nopal_log_split split =
      nopal_log_split_of(normal, nopal_choose(small, nopal_same(1077.0), nopal_same(1023.0)));
  return nopal_log_reduced_of(split.k, split.f);
}

// The result of a logarithm for each x, if `log` is it for positive, finite x.
NOPAL_MATHS nopal_real nopal_log_for_all(nopal_real x, nopal_real log) {
  const nopal_real special = nopal_choose(x == 0.0, -NOPAL_INFINITY, nopal_choose(x > 0.0, x, NOPAL_NAN));
  return nopal_choose((x > 0.0) & (x < NOPAL_INFINITY), log, special);
}
