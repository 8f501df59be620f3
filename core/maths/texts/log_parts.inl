// log of a positive, finite real as k ln 2 + 2 atanh(s), s = (m - 1) / (m + 1), x = 2^k m, 1/sqrt 2 <= m < sqrt 2 (P.
// T. P. Tang 1990). Uses: numbers
NOPAL_MATHS struct nopal_pair nopal_log_parts_of(nopal_real x) {
  const nopal_test small = x < 0x1p-1022;
  const nopal_real normal = nopal_choose(small, x * 0x1p54, x);
  const nopal_bits shifted = nopal_to_bits(normal) + (0x3ff0000000000000 - 0x3fe6a09e667f3bcd);
  // An integer below 2^52 in the low bits of the real 2^52 + integer.
  const nopal_real k = nopal_of_bits((shifted >> 52) | 0x4330000000000000) -
                       nopal_choose(small, nopal_same(0x1p52 + 1077.0), nopal_same(0x1p52 + 1023.0));
  const nopal_real f = nopal_of_bits((shifted & 0xfffffffffffff) + 0x3fe6a09e667f3bcd) - 1.0;
  const struct nopal_pair u = nopal_fast_sum(nopal_same(2.0), f);
  const nopal_real inverse = 1.0 / u.high;
  const nopal_real s = f * inverse;
  const nopal_real s_low = (nopal_fma(-s, u.high, f) - s * u.low) * inverse;
  const nopal_real z = s * s;
  nopal_real p = nopal_same(NOPAL_LOG_7);
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_6));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_5));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_4));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_3));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_2));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_1));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_0));
  // The first real of ln 2 has 11 zeros at its end, so that k times it is exact.
  const struct nopal_pair sum = nopal_fast_sum(k * 0x1.62e42fefa3800p-1, s * 2.0);
  struct nopal_pair log;
  log.high = sum.high;
  log.low = sum.low + nopal_fma(s * z, p, nopal_fma(nopal_same(2.0), s_low, k * 0x1.ef35793c76730p-45));
  return log;
}
