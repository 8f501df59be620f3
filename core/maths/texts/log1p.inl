// log1p: log of 1 + x, whose rounding goes into the reduced argument (see log_reduced). Where k is 0, m - 1 is x
// itself. Error 0.58 ulp.
// Uses: log_parts
NOPAL_MATHS nopal_real nopal_log1p(nopal_real x) {
  const struct nopal_pair u = nopal_sum(nopal_same(1.0), x);
  const struct nopal_log_split split = nopal_log_split_of(u.high, nopal_same(1023.0));
  const nopal_real scale = nopal_of_bits((2047 - (split.exponent & 0x7ff)) << 52); // 2^(1-k), or 0 for k = 1024
  const nopal_test near = split.k == 0.0;
  struct nopal_log_reduced reduced = nopal_log_reduced_of(split.k, nopal_choose(near, x, split.f));
  // The derivative of s is 2 / (m + 1)^2.
  const nopal_real rounding = nopal_choose(near, nopal_same(0.0), u.low * scale);
  reduced.s_low = nopal_fma(rounding, reduced.inverse * reduced.inverse, reduced.s_low);
  const struct nopal_pair log = nopal_log_parts_of_reduced(reduced);
  // The quotient of a denormal x would lose bits.
  const nopal_real y = nopal_choose(nopal_absolute(x) < 0x1p-54, x, log.high + log.low);
  const nopal_real special = nopal_choose(x == -1.0, -NOPAL_INFINITY, nopal_choose(x > 0.0, x, NOPAL_NAN));
  return nopal_choose((x > -1.0) & (x < NOPAL_INFINITY), y, special);
}
