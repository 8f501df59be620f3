// log of a positive, finite real as k ln 2 + 2 atanh(s): see log_reduced. Relative error of the pair: 2^-57.
// Uses: log_reduced
NOPAL_MATHS struct nopal_pair nopal_log_parts_of_reduced(struct nopal_log_reduced x) {
  const nopal_real z = x.s * x.s;
  nopal_real p = nopal_same(NOPAL_LOG_7);
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_6));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_5));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_4));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_3));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_2));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_1));
  p = nopal_fma(p, z, nopal_same(NOPAL_LOG_0));
  // The first real of ln 2 has 11 zeros at its end, so that k times it is exact.
  const struct nopal_pair sum = nopal_fast_sum(x.k * NOPAL_SHORT_LN2, x.s * 2.0);
  struct nopal_pair log;
  log.high = sum.high;
  log.low = sum.low + nopal_fma(x.s * z, p, nopal_fma(nopal_same(2.0), x.s_low, x.k * NOPAL_SHORT_LN2_LOW));
  return log;
}

NOPAL_MATHS struct nopal_pair nopal_log_parts_of(nopal_real x) {
  return nopal_log_parts_of_reduced(nopal_log_reduce(x));
}
