// log1p(x) = log(u) + l / u, where u + l is 1 + x with no bits lost. Error 0.51 ulp.
// Uses: log_pair
NOPAL_MATHS nopal_real nopal_log1p(nopal_real x) {
  const struct nopal_pair u = nopal_sum(nopal_same(1.0), x);
  const struct nopal_pair log = nopal_log_pair_of(u.high);
  const struct nopal_pair sum = nopal_sum(log.high, u.low / u.high);
  const nopal_real usual = sum.high + (sum.low + log.low);
  // Near 0 the quotient has too few bits.
  const nopal_real series = nopal_fma(x * x, nopal_fma(x, nopal_same(0x1.5555555555555p-2), nopal_same(-0.5)), x);
  const nopal_real y = nopal_choose(nopal_absolute(x) < 0x1p-30, series, usual);
  const nopal_real special = nopal_choose(x == -1.0, -NOPAL_INFINITY, nopal_choose(x > 0.0, x, NOPAL_NAN));
  return nopal_choose((x > -1.0) & (x < NOPAL_INFINITY), y, special);
}
