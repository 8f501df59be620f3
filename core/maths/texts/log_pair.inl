// log of a positive, finite real as a sum of two reals, |low| <= ulp(high)/2: the method of log_parts with the quotient
// s, its cube and the first two coefficients in two reals (T. J. Dekker 1971). Relative error, also near x = 1: 2^-69.
// Uses: log_reduced
NOPAL_MATHS struct nopal_pair nopal_log_pair_of(nopal_real x) {
  const struct nopal_log_reduced reduced = nopal_log_reduce(x);
  const nopal_real k = reduced.k, s = reduced.s, s_low = reduced.s_low;
  const nopal_real twice = s * 2.0;
  const nopal_real z = s * s;
  const nopal_real z_low = nopal_fma(twice, s_low, nopal_fma(s, s, -z));
  nopal_real p = nopal_same(NOPAL_LOG_PAIR_8);
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_PAIR_7));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_PAIR_6));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_PAIR_5));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_PAIR_4));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_PAIR_3));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_PAIR_2));
  const nopal_real second = nopal_fma(p, z, nopal_same(NOPAL_LOG_PAIR_1));
  const nopal_real second_low = nopal_fma(p, z, NOPAL_LOG_PAIR_1 - second) + NOPAL_LOG_PAIR_1_LOW;
  const nopal_real first = nopal_fma(second, z, nopal_same(NOPAL_LOG_PAIR_0));
  const nopal_real first_low = nopal_fma(second, z, NOPAL_LOG_PAIR_0 - first) +
                               nopal_fma(second_low, z, nopal_fma(second, z_low, nopal_same(NOPAL_LOG_PAIR_0_LOW)));
  const struct nopal_pair cube = nopal_product(s, z);
  const nopal_real cube_low = nopal_fma(s, z_low, nopal_fma(s_low, z, cube.low));
  const struct nopal_pair tail = nopal_product(cube.high, first);
  const nopal_real tail_low = nopal_fma(cube.high, first_low, nopal_fma(cube_low, first, tail.low));
  // The first real of ln 2 has 11 zeros at its end, so that k times it is exact.
  const struct nopal_pair large = nopal_fast_sum(k * NOPAL_SHORT_LN2, twice);
  const struct nopal_pair sum = nopal_fast_sum(large.high, tail.high);
  const nopal_real low = nopal_fma(k, nopal_same(NOPAL_SHORT_LN2_LOW), nopal_fma(nopal_same(2.0), s_low, tail_low));
  return nopal_fast_sum(sum.high, sum.low + (large.low + low));
}
